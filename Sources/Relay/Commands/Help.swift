/// The texts of `--help`.
enum Help {
    static let program = """
        activity-relay: keeps a lock screen honest while something is being generated

        activity-relay [serve] [--config FILE] [--listen HOST:PORT] [--store URL]
            the relay; with no argument at all: 127.0.0.1:8080, SQLite in ./data/relay.db, pushes on standard output
        activity-relay replay [--config FILE] [--until T] [FILE]
            prints, in virtual time, every push that recorded events would lead to
        activity-relay check [--config FILE]
            validates a configuration
        activity-relay send [--config FILE] [--sender NAME] [--token TOKEN] [--event EVENT] [--content-state FILE]
                            [--dry-run]
            sends one push by hand
        activity-relay backup [--config FILE] [--store URL] FILE
            copies the store, of a relay at work too
        activity-relay version

        --help on each command says more.

        """

    static let serve = """
        activity-relay [serve] [--config FILE] [--listen HOST:PORT] [--store URL]

        Takes events over HTTP, resolves them per conversionId and pushes Live Activity content states.
          --config FILE       the configuration, read again at SIGHUP; without it no file is read
          --listen HOST:PORT  goes before the configuration's "listen"; port 0 takes a free one; neither is looked at
                              where a service manager passes sockets (LISTEN_FDS)
          --store URL         sqlite:PATH or sqlite::memory:; goes before the configuration's "store"
        Each setting can also be given as an environment variable: policy.minPushInterval is
        RELAY_POLICY_MIN_PUSH_INTERVAL. Standard output carries the log sender's pushes, standard error the logs.

        """

    static let replay = """
        activity-relay replay [--config FILE] [--until T] [FILE]

        Reads recorded events, a line each: {"at": t, "event": {…}}, from FILE or standard input, and prints every
        push that would be sent, one JSON line each. Nothing is sent or stored.
          --config FILE  the configuration, for its policy, stages and labels
          --until T      lets the clock run on to T (Unix seconds or RFC 3339) after the last event
        A bad line or a refused event is reported on standard error with its number; the exit code is then 1.

        """

    static let send = """
        activity-relay send [--config FILE] [--sender NAME] [--token TOKEN] [--event start|update|end]
                            [--content-state FILE] [--environment production|sandbox]
                            [--attributes-type NAME] [--dry-run]

        Sends one push through a configured sender, and says what its service answered; exit code 1 if it was not taken.
          --config FILE         the configuration, for its senders
          --sender NAME         one of them; without it the default sender
          --token TOKEN         the device's or card's token; for log and webhook a free name
          --environment NAME    the world that the token belongs to: production (the default) or sandbox
          --event EVENT         start, update (the default) or end
          --attributes-type NAME  with a push-to-start token: the app's ActivityAttributes that a card is started with
          --content-state FILE  what to show, as JSON with the names of an answer's contentState; - is standard input
          --dry-run             prints the exact request, secrets and tokens shortened, and sends nothing

        """

    static let backup = """
        activity-relay backup [--config FILE] [--store URL] FILE

        Copies the SQLite store to FILE, whether a relay is using it or not: all that was answered before, nothing by
        halves. FILE must not exist yet; until it is whole the copy has a longer name beside it.
          --config FILE  the configuration, for its "store"; without it no file is read
          --store URL    sqlite:PATH; goes before the configuration's "store"
        To go back to a copy: stop the relay, remove the store's -wal and -shm, put the copy in its place, start.

        """

    static let check = """
        activity-relay check [--config FILE]

        Says each fault of a configuration, and of the environment's settings, with its place; exit code 1 if any.

        """
}
