import ActivityResolver

/// A push to APNs as a request.
///
/// https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
package struct APNsRequest {
    let app: APNsApp
    /// Unix seconds.
    let now: Double

    /// A request at `now`, Unix seconds.
    package init(app: APNsApp, now: Double) {
        self.app = app
        self.now = now
    }

    /// Makes the request of a push with that device token and provider token, whole or shortened.
    package func compose(
        _ push: Push, deviceToken: String, providerToken: String, _ request: inout OutgoingRequest
    ) throws(TransferFailure) {
        let push = push.asOf(now)
        guard let body = APNsPayload.body(push, app) else {
            throw .unsendable("the push is longer than \(APNsPayload.most) bytes though its texts were shortened")
        }
        request.path = "/3/device/\(deviceToken)"
        request.body = body
        // A second card is worse than none.
        request.isOnce = push.isPushToStart
        request.header("authorization", "bearer " + providerToken)
        request.header("apns-topic", app.topic)
        request.header("apns-push-type", "liveactivity")
        request.header("apns-priority", String(push.planned.priority))
        request.header("apns-expiration", String(expiration(of: push.planned)))
        request.header("apns-id", push.id(for: .apnsId))
        request.header("content-type", "application/json")
    }

    /// Until when APNs keeps it for a device that is out of reach, whole Unix seconds (contract, "Push").
    private func expiration(of planned: PlannedPush) -> Int {
        let instant =
            switch planned.event {
            case .start: now + 300
            case .update: planned.staleAt ?? now + 600
            case .end: now + 4 * 3600
            }
        return Int(instant.rounded(.up))
    }
}
