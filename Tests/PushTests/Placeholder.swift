import Testing

@Test func placeholderPush() {}
