/// The text of `--help`.
enum Help {
    static let text = """
        apns-simulator: an APNs on your own machine, which checks like Apple's and knows what a device would show

        apns-simulator [--listen 127.0.0.1:2197] [--control 127.0.0.1:2198] [--directory ./data/apns]
                       [--team TEAM] [--key KEYID] [--topic com.example.app]… [--record N] [--quiet]

          --listen HOST:PORT    where pushes are taken: HTTP/2 over TLS; port 0 is any free one
          --control HOST:PORT   where it is asked and told: plain HTTP, for this machine only
          --directory FOLDER    where it makes, or finds again, ca.pem, AuthKey_KEYID.p8 and relay.json, a
                                configuration with which the relay sends to it
          --team, --key         the team and key ids of provider tokens; repeated: more keys, each with its team
          --topic BUNDLEID      an app that is pushed to; may be repeated
          --record N            keeps the last N pushes of each token for GET /pushes
          --quiet               says nothing of single pushes
          --streams N           how many streams a connection may have (1000) …
          --first-streams N     … and how many before its first push was accepted (1)
          --rapid-reset N       closes a connection on which more than N resets come in a second
          --clock-offset N      its clock is N seconds ahead

        Each push is a line on standard output, each objection of a device one on standard error. The control port:
          GET /devices, /devices/TOKEN     what each device shows
          GET /pushes?token=TOKEN          what came, with --record
          GET /stats, /objections          what was counted; what devices object to though APNs answers 200
          POST /faults, DELETE /faults     the next push fails as told: {"reason":"Unregistered"},
                                           {"status":502}, {"stall":true}, {"delay":2}, {"reset":"REFUSED_STREAM"},
                                           {"goaway":"Shutdown"}, {"close":true}, {"closeAfterAnswer":true};
                                           with "token" for that one only, "count" for so many pushes (null: all),
                                           "timestamp" and "retryAfter" beside a reason. At once:
                                           {"streams":10}, {"accepting":false}
          POST /reset                      forgets all

        """
}
