/// What a registration did to an activity's target.
enum RegistrationChange: String, CaseIterable {
    /// A device is pushed to from then on.
    case added
    /// It is pushed to elsewhere: by another token, in another environment, or as another type of attributes.
    case moved
    /// Its app wants no more pushes.
    case optedOut
    /// The registration was deleted.
    case deleted
}
