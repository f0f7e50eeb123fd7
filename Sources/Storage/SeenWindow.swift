/// When remembered eventIds are dropped: where many are kept not at every one, but at every 128th.
enum SeenWindow {
    /// How many more than wanted may be kept; finding the old ones costs a look at all of the activity's.
    static let slack: Int64 = 128

    /// The ordinal up to which ids are to be dropped now that the `count`-th came, nil if none are at this one.
    static func dropped(at count: Int64, keep: Int64) -> Int64? {
        guard count > keep, keep < slack || count % slack == 0 else { return nil }
        return count - max(keep, 0)
    }
}
