import CCurl

/// The owner of a multi handle and its connections.
// All but `wakeUp` is called from one thread, the transport's.
final class CurlMulti: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer
    /// The sockets of its connections.
    let sockets = SocketSet()

    /// A multi handle with room for so many connections to its one host, and for so many transfers at once on each.
    init(connections: Int, streams: Int) throws(CurlError) {
        try CurlLibrary.prepare()
        guard let handle = curl_multi_init() else { throw CurlError("libcurl has no memory for a multi handle") }
        self.handle = handle
        ccurl_multi_set_long(handle, CURLMOPT_MAX_CONCURRENT_STREAMS, streams)
        allow(connections: connections)
    }

    /// Opens no more connections than these from now on, and keeps no more that are idle.
    func allow(connections: Int) {
        ccurl_multi_set_long(handle, CURLMOPT_MAX_HOST_CONNECTIONS, connections)
        ccurl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, connections)
    }

    deinit {
        curl_multi_cleanup(handle)
    }

    /// Begins a transfer.
    func add(_ easy: CurlEasy) {
        curl_multi_add_handle(handle, easy.handle)
    }

    /// Ends a transfer, finished or not.
    func remove(_ easy: CurlEasy) {
        curl_multi_remove_handle(handle, easy.handle)
    }

    /// Carries on with all that can be carried on with.
    func perform() {
        var running: Int32 = 0
        curl_multi_perform(handle, &running)
    }

    /// The next transfer that is over, by its handle, and how it ended.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(handle, &left)?.pointee {
            if message.msg == CURLMSG_DONE, let easy = message.easy_handle { return (easy, message.data.result) }
        }
        return nil
    }

    /// Waits until a transfer can be carried on with, somebody wakes it, or so much time has passed.
    func poll(milliseconds: Int32) {
        curl_multi_poll(handle, nil, 0, milliseconds, nil)
    }

    /// Ends a wait, or the next one; from any thread.
    func wakeUp() {
        curl_multi_wakeup(handle)
    }
}
