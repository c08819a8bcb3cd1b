/** The introduction of the OpenAPI document, in CommonMark. */
export const introduction = `The admin service of a book-trade platform: its endpoints, their health, and what is failing right now.

**Who asks.** Operators sign in with \`POST /auth/login\` and send the cookie along. The platform's services send
\`Authorization: Bearer\` with the service token. A request with an \`Origin\` that is not ours is refused.

**States** are told by their Spanish labels: \`Operativo\`, \`Degradado\`, \`Fallando\`, \`Desconocido\`.

**Moments** are ISO 8601 with a time zone; answers give them in UTC with milliseconds.

**Pages.** Lists answer \`{ items, nextCursor }\`. Pass \`nextCursor\` back as \`cursor\` for the next page, until it is null.

**Problems.** Whatever is refused or goes wrong is told as \`application/problem+json\` (RFC 9457), with a sentence, a code for
programs, and the id of the request. Every answer carries that id in \`X-Request-Id\`; send one of your own and it is kept.

**Paths** under \`/api/admin/\` end in a slash; the form without it works too, and \`HEAD\` works where \`GET\` does.

**GraphQL**, with subscriptions over WebSocket, is at \`/graphql\` and shows itself at \`/explorer\`. It tells more than REST does:
incidents with their timelines, histories, SINLI messages, operators. This document is at \`/api/openapi.json\`.`
