import CCurl

/// Reads answers that come piece by piece, one after the other, each by a GET. Blocks whoever asks.
public final class CurlStream {
    /// How the reading of an answer ended.
    public struct Ending: Equatable, Sendable {
        /// The status; 0 where none came.
        public var status = 0
        /// Why it ended before its end, in plain words; nil where it came whole.
        public var failure: String?
        /// The beginning of an answer that was none of 200.
        public var body: [UInt8] = []
        /// How many seconds a refused reader is told to wait; nil where it was told nothing.
        public var retryAfter: Double?
    }

    /// How long a connection may take to be made, seconds.
    private static let connectTime = 10
    /// How long a relay may say nothing at all, seconds: three of its comments.
    private static let silence = 45
    /// How much of a refusal is kept, bytes.
    private static let keptBytes = 16 * 1024

    private let handle: UnsafeMutableRawPointer
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var headers = HeaderList()
    private var take: ((UnsafeRawBufferPointer) -> Bool)?
    private var body: [UInt8] = []

    /// A reader of that URL, `https://…`, or `http://…` to this machine. `caFile` is trusted instead of the system's
    /// roots.
    public init(_ url: String, caFile: String? = nil) throws(CurlError) {
        let isLoopback: Bool
        do throws(CurlURL.Fault) {
            isLoopback = try CurlURL(url).isLoopback
        } catch {
            throw CurlError(error.message)
        }
        try CurlLibrary.prepare()
        guard let handle = curl_easy_init() else { throw CurlError("libcurl has no memory for a transfer") }
        self.handle = handle
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        ccurl_set_text(handle, CURLOPT_URL, url)
        ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        ccurl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        ccurl_set_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        ccurl_set_text(handle, CURLOPT_USERAGENT, "activity-relay")
        ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
        ccurl_set_long(handle, CURLOPT_CONNECTTIMEOUT, Self.connectTime)
        ccurl_set_long(handle, CURLOPT_LOW_SPEED_LIMIT, 1)
        ccurl_set_long(handle, CURLOPT_LOW_SPEED_TIME, Self.silence)
        ccurl_set_long(handle, CURLOPT_TCP_KEEPALIVE, 1)
        if let caFile {
            ccurl_set_text(handle, CURLOPT_CAINFO, caFile)
            ccurl_set_text(handle, CURLOPT_CAPATH, nil)
        }
        // No proxy stands between us and this machine.
        if isLoopback { ccurl_set_text(handle, CURLOPT_PROXY, "") }
        ccurl_set_pointer(handle, CURLOPT_WRITEDATA, Unmanaged.passUnretained(self).toOpaque())
        ccurl_set_write_function(handle) { bytes, size, count, stream in
            guard let bytes, let stream else { return 0 }
            return Unmanaged<CurlStream>.fromOpaque(stream).takeUnretainedValue()
                .receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
    }

    deinit {
        curl_easy_cleanup(handle)
        errorText.deallocate()
    }

    /// Reads an answer to its end; `take` is given each piece of one of 200 as it comes, and says whether to go on.
    public func read(
        _ fields: [(name: StaticString, value: String)], _ take: @escaping (UnsafeRawBufferPointer) -> Bool
    ) -> Ending {
        var request = OutgoingRequest()
        request.header("Accept", "text/event-stream")
        for field in fields { request.header(field.name, field.value) }
        headers.fill(request)
        ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, headers.first)
        self.take = take
        body = []
        errorText.pointee = 0
        defer { self.take = nil }
        return ending(curl_easy_perform(handle))
    }

    private var status: Int {
        var status = 0
        ccurl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        return status
    }

    /// Gives less than came where no more is wanted.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard status == 200 else {
            body += bytes.prefix(max(0, Self.keptBytes - body.count))
            return bytes.count
        }
        return take?(bytes) ?? false ? bytes.count : 0
    }

    private func ending(_ code: CURLcode) -> Ending {
        var ending = Ending(status: status, body: body)
        if code != CURLE_OK {
            let told = String(cString: errorText)
            let standard = curl_easy_strerror(code).map { String(cString: $0) } ?? "libcurl's error \(code.rawValue)"
            ending.failure = told.isEmpty ? standard : told
        }
        var seconds: curl_off_t = 0
        ccurl_get_offset(handle, CURLINFO_RETRY_AFTER, &seconds)
        if seconds > 0 { ending.retryAfter = Double(seconds) }
        return ending
    }
}
