#!/usr/bin/env bash
# A script of an operator with a personal token, as seen from outside: it takes one incident over REST and another over
# GraphQL while a WebSocket listens, until the token is revoked.
#
# URL, EMAIL and PASSWORD of an operator with the role admin, and the ids of two open incidents, INCIDENT and OTHER.
set -euo pipefail
: "${URL:?}" "${EMAIL:?}" "${PASSWORD:?}" "${INCIDENT:?}" "${OTHER:?}"

fail() { echo "failed: $1" >&2; exit 1; }
expect() { [[ $2 == "$3" ]] || fail "$1: $2 and not $3"; echo "ok: $1"; }
# Prints a field of the JSON on standard input, such as .token.id.
field() { node -p "JSON.parse(require('node:fs').readFileSync(0))$1"; }
status() { curl -s -o /dev/null -w '%{http_code}' "$@"; }

jar=$(mktemp)
trap 'rm -f "$jar"; [[ -z ${listener_PID:-} ]] || kill "$listener_PID" 2>/dev/null || true' EXIT
json=(-H 'content-type: application/json')

curl -sf -c "$jar" "${json[@]}" -d "{\"email\":\"$EMAIL\",\"password\":\"$PASSWORD\"}" "$URL/auth/login" >/dev/null
created=$(curl -sf -b "$jar" "${json[@]}" "$URL/api/admin/tokens/" -d '{
  "name": "Guardia nocturna", "scopes": ["read:Panel", "read:Incident", "acknowledge:Incident"], "expiresInDays": 1 }')
id=$(field .token.id <<<"$created")
bearer=(-H "authorization: Bearer $(field .secret <<<"$created")")

# Prints a line for the first message, and one with the code when the socket is closed.
coproc listener {
  TOKEN=$(field .secret <<<"$created") exec node --input-type=module -e "
    import { createClient } from 'graphql-ws'
    import WebSocket from 'ws'
    const url = process.env.URL.replace('http', 'ws') + '/graphql'
    const connectionParams = { authorization: 'Bearer ' + process.env.TOKEN }
    const client = createClient({ url, webSocketImpl: WebSocket, connectionParams, retryAttempts: 0 })
    client.on('closed', ({ code }) => console.log('closed with ' + code))
    let messages = 0
    const next = () => { if (++messages === 1) console.log('listening') }
    client.subscribe({ query: 'subscription { notifications { badge } }' }, { next, error() {}, complete() {} })"
}
exec 3<&"${listener[0]}"
read -r -t 60 line <&3 || fail 'the socket says nothing'
expect 'a WebSocket listens with the token' "$line" 'listening'

expect 'the token takes an incident over REST' \
  "$(status "${bearer[@]}" "${json[@]}" -d '{}' "$URL/api/admin/incidents/$INCIDENT/acknowledge/")" 200
taken=$(curl -s "${bearer[@]}" "${json[@]}" "$URL/graphql" -d "{
  \"query\": \"mutation (\$id: ID!) { acknowledgeIncident(id: \$id) { status } }\", \"variables\": { \"id\": \"$OTHER\" } }")
expect 'the token takes another over GraphQL' "$(field .data.acknowledgeIncident.status <<<"$taken")" ACKNOWLEDGED
expect 'the token does nothing beyond its scopes' \
  "$(status "${bearer[@]}" "${json[@]}" -d '{"reason":"x"}' "$URL/api/admin/incidents/$INCIDENT/resolve/")" 403
expect 'the token creates no token' "$(status "${bearer[@]}" "${json[@]}" -d '{}' "$URL/api/admin/tokens/")" 403

for incident in "$INCIDENT" "$OTHER"; do
  entry=$(curl -sf -b "$jar" "$URL/api/admin/audit/?action=incident.acknowledged&object=incident:$incident")
  expect 'the audit trail names the person' "$(field '.items[0].actor' <<<"$entry")" "$EMAIL"
  expect 'the audit trail names the token' "$(field '.items[0].tokenName' <<<"$entry")" 'Guardia nocturna'
done

expect 'its owner revokes the token' "$(status -b "$jar" "${json[@]}" -X POST "$URL/api/admin/tokens/$id/revoke/")" 200
read -r -t 60 line <&3 || fail 'the socket is not closed'
expect 'its socket is closed' "$line" 'closed with 4403'
expect 'its next REST request is refused' "$(status "${bearer[@]}" "$URL/api/admin/notifications/")" 401
expect 'its next GraphQL request is refused, although a cookie comes with it' \
  "$(status -b "$jar" "${bearer[@]}" "${json[@]}" -d '{"query":"{ notifications { badge } }"}' "$URL/graphql")" 401
