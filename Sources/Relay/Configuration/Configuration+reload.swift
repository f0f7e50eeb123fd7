extension Configuration {
    /// Keeps what a running relay cannot change, as it is there; gives the names of the settings that differ.
    mutating func keepWhatNeedsRestart(of running: Configuration) -> [String] {
        var changed: [String] = []
        if listen != running.listen { changed.append("listen") }
        if store != running.store { changed.append("store") }
        if limits.connections != running.limits.connections { changed.append("limits.connections") }
        listen = running.listen
        store = running.store
        limits.connections = running.limits.connections
        return changed
    }
}
