import CCurl

/// The owner of an easy handle, used for one transfer after the other: what stays the same is set once.
final class CurlEasy {
    let handle: UnsafeMutableRawPointer
    private let settings: CurlSettings
    // The URL in its parts, so that it is not read again for each transfer.
    private let place: OpaquePointer
    private var path: String?
    private var headers = HeaderList()
    private var body = GrowingBuffer(capacity: 2048)
    private var answer: [UInt8] = []
    private var answerBytes = 0
    private var bodyBytes = 0
    // Whether the body is to be sent once, and how much of it was then taken.
    private var isOnce = false
    private var readBytes = 0
    /// Whether libcurl would want to read again what it could not, with every further transfer.
    private(set) var isSpoiled = false
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// How much of an answer is kept, bytes.
    static let keptBytes = 16 * 1024
    /// An answer longer than this is cut off: nobody who is told of a push has so much to say.
    private static let longestAnswer = 256 * 1024

    /// A handle for transfers of these settings, whose sockets `sockets` knows of.
    ///
    /// `slot`: the owner's name for it.
    init(_ settings: CurlSettings, slot: Int, _ sockets: SocketSet) throws(CurlError) {
        try CurlLibrary.prepare()
        guard let place = curl_url() else { throw CurlError("libcurl has no memory for a URL") }
        guard let handle = curl_easy_init() else {
            curl_url_cleanup(place)
            throw CurlError("libcurl has no memory for a transfer")
        }
        self.handle = handle
        self.place = place
        self.settings = settings
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        setUp(sockets)
        ccurl_set_pointer(handle, CURLOPT_PRIVATE, UnsafeMutableRawPointer(bitPattern: slot))
    }

    /// The slot of a handle.
    static func slot(of handle: UnsafeMutableRawPointer) -> Int {
        var pointer: UnsafeMutableRawPointer?
        ccurl_get_pointer(handle, CURLINFO_PRIVATE, &pointer)
        return Int(bitPattern: pointer)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_url_cleanup(place)
        errorText.deallocate()
    }

    private func setUp(_ sockets: SocketSet) {
        let url = try? CurlURL(settings.url)
        ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        setPlace()
        ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, url?.scheme == "http" ? "http" : "https")
        ccurl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        if settings.keepsProvenConnections { keepConnections() }
        ccurl_set_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        // A request waits for the connection that another one makes, instead of making its own.
        ccurl_set_long(handle, CURLOPT_PIPEWAIT, 1)
        ccurl_set_long(handle, CURLOPT_TCP_NODELAY, 1)
        ccurl_set_long(handle, CURLOPT_TCP_KEEPALIVE, 1)
        ccurl_set_long(handle, CURLOPT_POST, 1)
        ccurl_set_text(handle, CURLOPT_USERAGENT, settings.userAgent)
        ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
        if let caFile = settings.caFile {
            ccurl_set_text(handle, CURLOPT_CAINFO, caFile)
            ccurl_set_text(handle, CURLOPT_CAPATH, nil)
        }
        // No proxy stands between us and this machine.
        if url?.isLoopback ?? false { ccurl_set_text(handle, CURLOPT_PROXY, "") }
        ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, headers.first)
        ccurl_set_pointer(handle, CURLOPT_WRITEDATA, Unmanaged.passUnretained(self).toOpaque())
        ccurl_set_write_function(handle) { bytes, size, count, easy in
            guard let bytes, let easy else { return 0 }
            return Unmanaged<CurlEasy>.fromOpaque(easy).takeUnretainedValue().take(bytes, size * count)
        }
        sockets.follow(handle)
    }

    private func setPlace() {
        if curl_url_set(place, CURLUPART_URL, settings.url, 0) == CURLUE_OK {
            ccurl_set_pointer(handle, CURLOPT_CURLU, UnsafeMutableRawPointer(place))
        } else {
            // What cannot be read as a URL fails as a transfer, with libcurl's own words.
            ccurl_set_text(handle, CURLOPT_URL, settings.url)
        }
    }

    private func keepConnections() {
        ccurl_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE))
        ccurl_set_long(handle, CURLOPT_MAXAGE_CONN, Self.longestIdleness)
        // Each connection begins with a look-up of its own, so that they spread over the peer's hosts.
        ccurl_set_long(handle, CURLOPT_DNS_CACHE_TIMEOUT, 0)
    }

    /// How long a connection that is kept may lie idle, seconds; libcurl closes others after two minutes.
    private static let longestIdleness = 24 * 3600

    /// Takes a request over; `timeout` in seconds.
    func load(_ request: borrowing OutgoingRequest, timeout: Double) {
        answer.removeAll(keepingCapacity: true)
        answerBytes = 0
        errorText.pointee = 0
        headers.fill(request)
        body.fill(request.body)
        bodyBytes = request.body.count
        ccurl_set_long(handle, CURLOPT_POSTFIELDSIZE, bodyBytes)
        if request.isOnce != isOnce { setOnce(request.isOnce) }
        ccurl_set_pointer(handle, CURLOPT_POSTFIELDS, isOnce ? nil : body.address)
        readBytes = 0
        limit(to: timeout)
        // Not as a part of the URL: of that libcurl writes every byte anew for each transfer.
        if request.path != path {
            ccurl_set_text(handle, CURLOPT_REQUEST_TARGET, request.path)
            path = request.path
        }
    }

    // MARK: Once

    /// Lets libcurl read the body where it cannot read it twice, or lets it have it whole.
    ///
    /// libcurl sends a request again by itself where the connection that it was kept on dies before a byte came back,
    /// though the peer may have it. What it cannot read again it does not send again (CURLE_SEND_FAIL_REWIND).
    private func setOnce(_ isOnce: Bool) {
        self.isOnce = isOnce
        guard isOnce else { return }
        let easy = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_pointer(handle, CURLOPT_READDATA, easy)
        ccurl_set_read_function(handle) { bytes, size, count, easy in
            guard let bytes, let easy else { return 0 }
            return Unmanaged<CurlEasy>.fromOpaque(easy).takeUnretainedValue().give(bytes, size * count)
        }
    }

    private func give(_ bytes: UnsafeMutablePointer<CChar>, _ room: Int) -> Int {
        let count = min(room, bodyBytes - readBytes)
        UnsafeMutableRawPointer(bytes).copyMemory(from: body.address + readBytes, byteCount: count)
        readBytes += count
        return count
    }

    /// Gives the next transfer so many seconds.
    func limit(to timeout: Double) {
        ccurl_set_long(handle, CURLOPT_TIMEOUT_MS, max(1, Int(timeout * 1000)))
    }

    /// Keeps the beginning of what comes; gives less than came where no more is wanted.
    private func take(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        answerBytes += count
        guard answerBytes <= Self.longestAnswer else { return 0 }
        let kept = min(count, Self.keptBytes - answer.count)
        if kept > 0 {
            answer.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: kept))
        }
        return count
    }

    // MARK: Afterwards

    /// What came of the transfer that ended with `code`; `readsTime`: with the peer's clock.
    func result(_ code: CURLcode, readsTime: Bool) -> TransferResult {
        let status = long(CURLINFO_RESPONSE_CODE)
        // An interim answer (1xx) is none.
        var result = TransferResult(status: status < 200 ? 0 : status)
        let isTaken = (200..<300).contains(result.status)
        // What is said to a push that was taken is read by nobody, and each copy costs memory of its own.
        if !isTaken { result.body = answer }
        result.seconds = Double(offset(CURLINFO_TOTAL_TIME_T)) / 1e6
        isSpoiled = code == CURLE_SEND_FAIL_REWIND
        if code != CURLE_OK {
            result.failure = failure(code)
            result.isSentWhole = isSentWhole
        }
        if readsTime { result.peerTime = peerTime }
        if !isTaken, result.status != 0, case let seconds = offset(CURLINFO_RETRY_AFTER), seconds > 0 {
            result.retryAfter = Double(seconds)
        }
        return result
    }

    /// What the last answer's Date says.
    private var peerTime: Double? {
        var header: UnsafeMutablePointer<curl_header>?
        guard curl_easy_header(handle, "Date", 0, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK,
            let text = header?.pointee.value, case let time = curl_getdate(text, nil), time >= 0
        else { return nil }
        return Double(time)
    }

    private func failure(_ code: CURLcode) -> TransferFailure {
        let told = String(cString: errorText)
        let standard = curl_easy_strerror(code).map { String(cString: $0) } ?? "libcurl's error \(code.rawValue)"
        var failure = TransferFailure(code: Int32(code.rawValue), message: told.isEmpty ? standard : told)
        if failure.isTimeout {
            failure.message = "there was no answer in time: " + failure.message
        } else if failure.endsConnection {
            failure.message = "the connection broke: " + failure.message
        }
        return failure
    }

    /// Whether all of the request left, as far as libcurl knows.
    var isSentWhole: Bool { bodyBytes > 0 && offset(CURLINFO_SIZE_UPLOAD_T) >= bodyBytes }

    /// Whether the peer takes several requests at once on a connection; nil where it said nothing.
    var isMultiplexed: Bool? {
        let version = long(CURLINFO_HTTP_VERSION)
        return version == 0 ? nil : version == Int(CURL_HTTP_VERSION_2_0)
    }

    /// How many connections the transfer had to make.
    var connectionsMade: Int { long(CURLINFO_NUM_CONNECTS) }

    private func long(_ info: CURLINFO) -> Int {
        var value = 0
        ccurl_get_long(handle, info, &value)
        return value
    }

    private func offset(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        ccurl_get_offset(handle, info, &value)
        return Int(value)
    }
}
