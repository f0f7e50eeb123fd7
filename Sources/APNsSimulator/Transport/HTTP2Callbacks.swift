import CNGHTTP2
import Glibc

/// What nghttp2 calls: each finds the connection and tells it.
enum HTTP2Callbacks {
    private static let goesOn: Int32 = 0
    private static let stops = Int32(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
    private static let resetsStream = Int32(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)

    /// Sets them all.
    static func set(_ callbacks: OpaquePointer) {
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, beginHeaders)
        nghttp2_session_callbacks_set_on_header_callback(callbacks, header)
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, dataChunk)
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, frame)
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks, invalidFrame)
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, streamClose)
    }

    private static func connection(_ user: UnsafeMutableRawPointer?) -> PushConnection? {
        user.map { Unmanaged<PushConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let beginHeaders: nghttp2_on_begin_headers_callback = { _, frame, user in
        guard let frame = frame?.pointee, let connection = connection(user) else { return stops }
        connection.beginFields(frame.hd.stream_id, isRequest: frame.headers.cat == NGHTTP2_HCAT_REQUEST)
        return goesOn
    }

    private static let header: nghttp2_on_header_callback = { _, _, name, nameLength, value, valueLength, _, user in
        let isTaken =
            connection(user)?.take(
                UnsafeBufferPointer(start: name, count: nameLength),
                UnsafeBufferPointer(start: value, count: valueLength)) ?? false
        return isTaken ? goesOn : resetsStream
    }

    private static let dataChunk: nghttp2_on_data_chunk_recv_callback = { _, _, stream, bytes, count, user in
        connection(user)?.take(UnsafeBufferPointer(start: bytes, count: count), of: stream)
        return goesOn
    }

    private static let frame: nghttp2_on_frame_recv_callback = { _, frame, user in
        guard let head = frame?.pointee.hd, let connection = connection(user) else { return stops }
        let isEnd = UInt32(head.flags) & NGHTTP2_FLAG_END_STREAM.rawValue != 0
        switch UInt32(head.type) {
        case NGHTTP2_HEADERS.rawValue: connection.fieldsEnded(head.stream_id, isEnd: isEnd)
        case NGHTTP2_DATA.rawValue: if isEnd { connection.requestEnded(head.stream_id) }
        case NGHTTP2_RST_STREAM.rawValue: connection.resetReceived(head.stream_id)
        default: break
        }
        return connection.isDead ? stops : goesOn
    }

    private static let invalidFrame: nghttp2_on_invalid_frame_recv_callback = { _, _, code, user in
        if code == NGHTTP2_ERR_REFUSED_STREAM.rawValue { connection(user)?.streamRefused() }
        return goesOn
    }

    private static let streamClose: nghttp2_on_stream_close_callback = { _, stream, _, user in
        connection(user)?.streamClosed(stream)
        return goesOn
    }

    /// Gives the next bytes of an answer's body.
    static let readBody: nghttp2_data_source_read_callback = { _, _, buffer, length, flags, source, _ in
        guard let buffer, let pointer = source?.pointee.ptr else { return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue) }
        let exchange = Unmanaged<PushExchange>.fromOpaque(pointer).takeUnretainedValue()
        let piece = exchange.body[exchange.bodySent...].prefix(length)
        for (index, byte) in piece.enumerated() { buffer[index] = byte }
        exchange.bodySent += piece.count
        if exchange.bodySent == exchange.body.count { flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
        return piece.count
    }
}
