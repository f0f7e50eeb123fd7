#!/usr/bin/env bash
# A backend that tells the relay of one piece of work, by curl (bash 5, curl 7.84): for trying, and to copy.
#
#     ACTIVITY_RELAY=http://127.0.0.1:8080 ACTIVITY_TOKEN=... Config/backend.sh CONVERSION_ID SUBSCRIBER_ID [STEPS]
set -euo pipefail

relay=${ACTIVITY_RELAY:-http://127.0.0.1:8080}
conversion_id=$1 subscriber_id=$2 steps=${3:-50}

# post TRIES FIELDS: posts an event. What is not answered, or with 429 or 5xx, is sent again as it is: by its eventId it
# counts once. The token comes by a pipe, so that no list of processes shows it.
post() {
    local tries=$1 event try code answer status after
    event='{"eventId":"'$(cat /proc/sys/kernel/random/uuid)'","occurredAt":'$(date +%s.%3N)
    event+=',"conversionId":"'$conversion_id'","subscriberId":"'$subscriber_id'",'$2'}'
    for ((try = 1; try <= tries; try++)); do
        code=0
        answer=$(curl --silent --show-error --max-time 10 --json "$event" \
            --header @<(printf '%s' "${ACTIVITY_TOKEN:+Authorization: Bearer $ACTIVITY_TOKEN}") \
            --write-out '\n%{http_code} %header{retry-after}' "$relay/v1/events") || code=$?
        read -r status after <<<"${answer##*$'\n'}"
        case $code-$status in
        0-2??) return ;;
        0-429 | 0-5??) ;;
        0-*)
            # Says which field is wrong.
            echo "$answer" >&2
            return 22
            ;;
        *) after= ;;
        esac
        if ((try < tries)); then sleep "${after:-$((try < 5 ? 2 ** (try - 1) : 15))}"; fi
    done
    return 1
}

# Once a second at most. The next one tells more, so none is sent again, and the work goes on without the relay.
told=0
tell() {
    local now=${EPOCHREALTIME//[!0-9]/} # microseconds
    if ((now > told + 1000000)); then
        told=$now
        post 1 "$1" || echo "not told" >&2
    fi
}

# However it comes.
finish() {
    local code=$?
    trap - EXIT
    if ((code == 0)); then post 8 '"type":"complete"'; else post 8 '"type":"fail"'; fi
    exit "$code"
}

post 8 '"type":"start","trackTitle":"Rain on Glass","estimatedCompletionDate":'$(($(date +%s) + steps / 10))
trap finish EXIT
trap 'exit 130' INT TERM
for ((step = 0; step < steps; step++)); do
    sleep 0.1 # the work
    tell '"status":"generating","progress":'"$(printf '0.%03d' $((1000 * step / steps)))"
done
if [ -n "${FAILS:-}" ]; then
    echo "the work failed" >&2
    exit 1
fi
