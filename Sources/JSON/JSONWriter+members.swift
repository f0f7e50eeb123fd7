extension JSONWriter {
    /// A member with a string.
    public mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    /// A member with a number; one that is not finite is written as `null`.
    public mutating func member(_ name: StaticString, _ value: Double) {
        key(name)
        number(value)
    }

    /// A member with a whole number.
    public mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        integer(value)
    }

    /// A member with `true` or `false`.
    public mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// A member with a string, nothing at all for nil.
    public mutating func member(_ name: StaticString, _ value: String?) {
        if let value { member(name, value) }
    }

    /// A member with a number, nothing at all for nil.
    public mutating func member(_ name: StaticString, _ value: Double?) {
        if let value { member(name, value) }
    }

    /// A member with a whole number, nothing at all for nil.
    public mutating func member(_ name: StaticString, _ value: Int?) {
        if let value { member(name, value) }
    }

    /// A member with `true` or `false`, nothing at all for nil.
    public mutating func member(_ name: StaticString, _ value: Bool?) {
        if let value { member(name, value) }
    }
}
