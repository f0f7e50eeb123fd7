/// The configuration of a relay whose pushes go to a receiver of webhooks.
enum HookConfiguration {
    /// Its text; `more`: more members, each with a comma before it.
    static func text(_ receiver: NghttpdPeer, in folder: TemporaryFolder, more: String = "") throws -> String {
        let secret = folder.file("hook.secret")
        try File.write(Array("whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=".utf8), to: secret)
        return """
            {"senders":{"hook":{"type":"webhook","url":"\(receiver.url)","secret":{"file":"\(secret)"},
              "caFile":"\(receiver.caFile)"}},"defaultSender":"hook"\(more)}
            """
    }
}
