FROM swift:6.3-noble AS build
WORKDIR /src
COPY Config/install-packages Config/
RUN Config/install-packages
COPY Package.swift ./
COPY Sources Sources
# Not built, but the manifest names them.
COPY Tests Tests
RUN swift build -c release --static-swift-stdlib --product activity-relay -Xlinker -s

FROM ubuntu:noble
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        ca-certificates libcurl4t64 libsqlite3-0 libssl3t64 libstdc++6 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --home-dir /var/lib/activity-relay --no-create-home --shell /usr/sbin/nologin relay \
    && install -d -o relay -g relay -m 750 /var/lib/activity-relay
COPY Config/relay.container.json /etc/activity-relay/relay.json
COPY --from=build /src/.build/release/activity-relay /usr/local/bin/

USER relay
WORKDIR /var/lib/activity-relay
VOLUME /var/lib/activity-relay
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
# It listens on every address, so it does not start without a token: BACKEND_TOKEN.
ENTRYPOINT ["activity-relay"]
CMD ["serve", "--config", "/etc/activity-relay/relay.json"]
