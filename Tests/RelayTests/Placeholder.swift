import Testing

@Test func placeholderRelay() {}
