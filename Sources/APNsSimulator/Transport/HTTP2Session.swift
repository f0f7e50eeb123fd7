import CNGHTTP2

/// The server's side of one HTTP/2 connection: bytes in, events to its connection, bytes out.
final class HTTP2Session {
    /// How many bytes of bodies may be under way on a connection: many pushes, so that none waits for a window update.
    private static let windowBytes: Int32 = 1 << 20

    private let pointer: OpaquePointer

    /// A session that tells `connection`, which must outlive it, and permits so many streams.
    init?(_ connection: PushConnection, streams: Int) {
        var callbacks: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0, let callbacks else { return nil }
        defer { nghttp2_session_callbacks_del(callbacks) }
        HTTP2Callbacks.set(callbacks)
        var made: OpaquePointer?
        let user = Unmanaged.passUnretained(connection).toOpaque()
        guard nghttp2_session_server_new(&made, callbacks, user) == 0, let made else { return nil }
        pointer = made
        submitSettings([
            (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, UInt32(streams)),
            (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, UInt32(PushRequest.largestHead)),
        ])
        nghttp2_session_set_local_window_size(pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, Self.windowBytes)
    }

    deinit { nghttp2_session_del(pointer) }

    /// Whether there is nothing more to read or to write: the connection can be closed.
    var isDone: Bool { nghttp2_session_want_read(pointer) == 0 && nghttp2_session_want_write(pointer) == 0 }

    /// Takes in what was read; false where the connection cannot go on.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        nghttp2_session_mem_recv(pointer, bytes.baseAddress, bytes.count) >= 0
    }

    /// The next bytes to write, valid until the next call; nil where there are none.
    func nextOutput() -> UnsafeBufferPointer<UInt8>? {
        var bytes: UnsafePointer<UInt8>?
        let count = nghttp2_session_mem_send(pointer, &bytes)
        return count > 0 ? UnsafeBufferPointer(start: bytes, count: count) : nil
    }

    // MARK: Streams

    /// Binds an exchange, which must outlive the stream, to its stream.
    func bind(_ exchange: PushExchange) {
        nghttp2_session_set_stream_user_data(
            pointer, exchange.stream, Unmanaged.passUnretained(exchange).toOpaque())
    }

    /// The exchange of a stream; nil where it is closed.
    func exchange(of stream: Int32) -> PushExchange? {
        nghttp2_session_get_stream_user_data(pointer, stream).map {
            Unmanaged<PushExchange>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Answers an exchange, whose body is taken as it is sent.
    func respond(_ exchange: PushExchange, _ fields: UnsafePointer<nghttp2_nv>, _ count: Int) {
        guard !exchange.body.isEmpty else {
            nghttp2_submit_response(pointer, exchange.stream, fields, count, nil)
            return
        }
        let source = nghttp2_data_source(ptr: Unmanaged.passUnretained(exchange).toOpaque())
        var provider = nghttp2_data_provider(source: source, read_callback: HTTP2Callbacks.readBody)
        nghttp2_submit_response(pointer, exchange.stream, fields, count, &provider)
    }

    /// Resets a stream.
    func reset(_ stream: Int32, _ code: UInt32) {
        nghttp2_submit_rst_stream(pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code)
    }

    // MARK: The connection

    /// Says how many streams there may be at once.
    func permit(streams: Int) {
        submitSettings([(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, UInt32(streams))])
    }

    /// Says that no stream behind `last` is or will be processed, and why.
    func goAway(last: Int32, _ code: UInt32, _ debugData: [UInt8]) {
        nghttp2_submit_goaway(
            pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), last, code, debugData, debugData.count)
    }

    private func submitSettings(_ settings: [(nghttp2_settings_id, UInt32)]) {
        let entries = settings.map { nghttp2_settings_entry(settings_id: Int32($0.0.rawValue), value: $0.1) }
        nghttp2_submit_settings(pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), entries, entries.count)
    }
}
