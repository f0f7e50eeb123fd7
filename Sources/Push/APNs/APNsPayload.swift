import ActivityResolver
import JSON

/// The body of a push to APNs, as its Live Activity pages have it.
///
/// https://developer.apple.com/documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications
enum APNsPayload {
    /// More bytes APNs does not take.
    static let most = 4096

    /// The body; where it is too long its texts are shortened until it fits (contract, "Push").
    ///
    /// nil: it does not fit without its texts either.
    static func body(_ push: Push, _ app: APNsApp) -> [UInt8]? {
        var push = push
        var body = write(push, app)
        while body.count > most {
            guard ShortenedTexts.shorten(&push.planned, by: body.count - most) else { return nil }
            body = write(push, app)
        }
        return body
    }

    private static func write(_ push: Push, _ app: APNsApp) -> [UInt8] {
        let planned = push.planned
        var writer = JSONWriter(capacity: 768)
        writer.beginObject()
        writer.key("aps")
        writer.beginObject()
        writer.member("timestamp", push.timestamp)
        writer.member("event", planned.event.rawValue)
        if push.isPushToStart {
            writer.member("attributes-type", push.place?.attributesType)
            writer.key("attributes")
            app.attributes.write(push, to: &writer)
        }
        writer.key("content-state")
        writer.contentState(planned.contentState, app.mapping)
        // Not before its time, and not after the card's.
        writer.member("stale-date", planned.event == .end ? nil : planned.staleAt.map { Int($0.rounded(.up)) })
        writer.member("dismissal-date", planned.dismissalDate.map { Int($0.rounded(.down)) })
        writer.member("relevance-score", planned.relevanceScore)
        if let alert = planned.alert {
            writer.key("alert")
            writer.alert(alert)
        }
        writer.endObject()
        writer.endObject()
        return writer.take()
    }
}
