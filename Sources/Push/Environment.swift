/// Which of a service's two worlds a token belongs to: Apple's debug builds have theirs.
public enum Environment: String, Equatable, Hashable, Sendable, CaseIterable {
    /// What users have.
    case production
    /// What developers run.
    case sandbox
}
