import Testing

@Test func placeholderActivityResolver() {}
