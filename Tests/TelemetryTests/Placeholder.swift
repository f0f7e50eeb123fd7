import Testing

@Test func placeholderTelemetry() {}
