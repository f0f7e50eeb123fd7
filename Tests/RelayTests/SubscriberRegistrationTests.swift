import Testing

@testable import Relay

/// What a subscriber may do with registrations by a token of its own.
@Suite struct SubscriberRegistrationTests {
    @Test func `a subscriber forgets its own registrations alone`() throws {
        let relay = try EngineFixture()
        let id = try relay.register("phone").reply.get().registration.id
        func unregister(by subscriberId: String) throws -> Bool {
            let batch = try relay.engine.process([.unregister(id: id, subscriberId: subscriberId)], at: relay.now)
            if case .unregistered(let wasThere)? = batch.replies.last { return wasThere }
            return false
        }
        #expect(try !unregister(by: "v"))
        #expect(try relay.registration(id) != nil)
        #expect(try unregister(by: "u"))
        #expect(try relay.registration(id) == nil)
    }

    @Test func `a subscriber makes a thousand registrations at most, and may renew those`() throws {
        let relay = try EngineFixture()
        func register(_ number: Int, subscriberId: String = "u", isBySubscriber: Bool = true) throws -> Int? {
            var request = RegistrationRequest(
                subscriberId: subscriberId, kind: .update, conversionId: "t-\(number)", sender: "hook", token: .new("A")
            )
            request.isBySubscriber = isBySubscriber
            switch try relay.register(request).reply {
            case .success: return nil
            case .failure(let problem): return problem.status
            }
        }
        for number in 0..<Work.mostOfSubscriber { #expect(try register(number) == nil) }
        #expect(try register(1000) == 413)
        #expect(try register(7) == nil)
        #expect(try register(1000, subscriberId: "v") == nil)
        #expect(try register(1000, isBySubscriber: false) == nil)
    }
}
