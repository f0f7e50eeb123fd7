/// What aioapns is driven with: its own client, pointed at another host and port.
enum AioapnsScript {
    /// The program. Its result is a line of JSON as `PlainCurlLoop` prints it.
    static let text = #"""
        import asyncio, itertools, json, resource, ssl, sys, time
        from aioapns import APNs, NotificationRequest, PushType
        from aioapns.connection import APNsDevelopmentClientProtocol

        host, port, ca_file, key_file, key_id, team_id, topic, token, body_file, requests, concurrency = sys.argv[1:]
        requests, concurrency = int(requests), int(concurrency)
        APNsDevelopmentClientProtocol.APNS_SERVER = host
        APNsDevelopmentClientProtocol.APNS_PORT = int(port)
        with open(key_file) as file:
            key = file.read()
        with open(body_file) as file:
            message = json.load(file)


        def cpu_seconds():
            usage = resource.getrusage(resource.RUSAGE_SELF)
            return usage.ru_utime + usage.ru_stime


        async def work(client, numbers, failures):
            for number in numbers:
                digits = str(number).zfill(token.count("^"))
                result = await client.send_notification(
                    NotificationRequest(
                        device_token=token.rstrip("^") + digits, message=message, time_to_live=300, priority=10,
                        push_type=PushType.LIVEACTIVITY,
                    )
                )
                if not result.is_successful:
                    failures.append(result)


        async def main():
            began, cpu_before = time.monotonic(), cpu_seconds()
            context = ssl.create_default_context(cafile=ca_file)
            # aioapns itself does not say that it speaks HTTP/2, which the simulator wants.
            context.set_alpn_protocols(["h2"])
            client = APNs(
                key=key, key_id=key_id, team_id=team_id, topic=topic, use_sandbox=True, max_connections=1,
                ssl_context=context,
            )
            numbers, failures = iter(range(requests)), []
            # As APNs wants it, the first one goes alone.
            await work(client, itertools.islice(numbers, 1), failures)
            await asyncio.gather(*(work(client, numbers, failures) for _ in range(concurrency)))
            seconds, cpu = time.monotonic() - began, cpu_seconds() - cpu_before
            print(json.dumps({
                "requests": requests, "failures": len(failures), "seconds": seconds, "cpuSeconds": cpu,
                "connections": len(client.pool.connections),
            }))


        asyncio.run(main())

        """#
}
