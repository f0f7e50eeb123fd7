import Testing

@Test func placeholderJSON() {}
