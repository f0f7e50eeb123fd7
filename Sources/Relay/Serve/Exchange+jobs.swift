import HTTPServer

extension Exchange {
    /// Answers all of these alike.
    static func respond(_ jobs: [Job], _ response: Response) {
        respond(jobs.map { ($0.pending.exchange, $0.pending.labelled(response)) })
    }
}
