/// The devices by their tokens: so many and no more.
struct DeviceTable: Sendable {
    /// The most tokens that are kept; pushes to further ones are checked and answered all the same.
    static let mostTokens = 100_000

    private var places: [DeviceToken: Int] = [:]
    private var devices: [Device] = []
    private let most: Int

    /// An empty one.
    init(most: Int = DeviceTable.mostTokens) {
        self.most = most
    }

    /// How many there are.
    var count: Int { devices.count }

    /// The place of a token's device, which is made where it is new; nil where there is no room for it.
    mutating func place(of token: DeviceToken) -> Int? {
        if let place = places[token] { return place }
        guard devices.count < most else { return nil }
        places[token] = devices.count
        devices.append(Device(token: token))
        return devices.count - 1
    }

    /// The device at a place.
    subscript(place: Int) -> Device {
        get { devices[place] }
        _modify { yield &devices[place] }
    }

    /// The device of a token, if it had a push.
    func device(_ token: DeviceToken) -> Device? {
        places[token].map { devices[$0] }
    }

    /// All devices, in the order of their first pushes.
    var all: [Device] { devices }
}
