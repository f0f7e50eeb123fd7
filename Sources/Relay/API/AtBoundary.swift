import ActivityResolver
import JSON

/// What a waiting boundary will bring, if nothing comes before.
struct AtBoundary {
    /// As it was told.
    let boundary: Boundary
    /// What is shown from then on.
    let contentState: ContentState
    /// Why each value is shown then, by the content state's names; `boundary`: what of it counts for nothing.
    let why: [(field: String, why: String)]

    /// The boundary in the shape in which an event tells it.
    var told: JSONValue { boundary.told }
}

extension Boundary {
    /// In the shape in which an event tells it.
    var told: JSONValue {
        var writer = JSONWriter(capacity: 256)
        writer.boundary(self)
        var reader = JSONReader(writer.take(), limits: StateReader.limits)
        return (try? reader.readValue()) ?? .null
    }
}
