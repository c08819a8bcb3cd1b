/** The introduction of the OpenAPI document, in CommonMark. */
export const introduction = `The admin service of a book-trade platform: its endpoints, their health, and current incidents.

**Authentication.** Operators sign in with \`POST /auth/login\` and send the cookie. The platform's services send
\`Authorization: Bearer\` with a service token. Requests with an \`Origin\` that is not allowed are rejected.

**States** are given by their Spanish labels: \`Operativo\`, \`Degradado\`, \`Fallando\`, \`Desconocido\`.

**Times** are ISO 8601 with a time zone; responses contain them in UTC with milliseconds.

**Pagination.** Lists return \`{ items, nextCursor }\`. Pass \`nextCursor\` as \`cursor\` to get the next page, until it is null, or follow
the header \`Link\`.

**Errors** are \`application/problem+json\` (RFC 9457), with a message, a code for programs, a link to the explanation of the code,
and the ID of the request; under \`/ingest/otlp/\` they are a \`google.rpc.Status\` instead. Every response has the ID of the request in \`X-Request-Id\`; an ID sent by the client is kept.

**Paths** under \`/api/admin/\` end in a slash; the form without it works too, and \`HEAD\` works where \`GET\` does.

**GraphQL**, with subscriptions over WebSocket, is at \`/graphql\`, with an explorer at \`/explorer\`. It provides more than REST:
histories, SINLI messages, operators. This document is at \`/api/openapi.json\`.`
