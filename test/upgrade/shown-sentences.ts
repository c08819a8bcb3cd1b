import type { GivenGateway, Json } from '../support/gateway.ts'

/** Texts that the API shows, by the table and column that they are stored in. */
export type ShownTexts = Record<string, unknown[]>

/** All texts of those columns that the API shows as they are stored. */
export async function readShown(gateway: GivenGateway): Promise<ShownTexts> {
  const parts = [await messages(gateway), await replays(gateway), await deliveries(gateway), await timelines(gateway)]
  return Object.assign(await customersAndAudit(gateway), ...parts) as ShownTexts
}

/** A sentence about a message in both languages, and its code and values. */
export type Translated = { en: string; es: string; detail: unknown }

/** All sentences about messages that the API shows. */
export async function readTranslated(gateway: GivenGateway): Promise<Translated[]> {
  const shown: Translated[] = []
  for (const { id } of await gateway.db.inboundMessage.findMany({ select: { id: true } })) {
    const { sinliMessage } = await gateway.data(translatedMessage, { id })
    const attempts = sinliMessage.attempts as Json[]
    shown.push(
      sinliMessage as Translated,
      ...(attempts as unknown as Translated[]),
      ...attempts.flatMap(({ warnings }) => warnings as Translated[]),
    )
  }
  const { replays } = await gateway.data(`{ replays { edges { node { results { ${inBoth('message')} } } } } }`)
  return [...shown, ...nodesOf(replays).flatMap(({ results }) => results as Translated[])].filter(
    ({ en }) => en !== null,
  )
}

const inBoth = (field: 'message' | 'problem') =>
  `en: ${field} es: ${field}(language: ES) detail: ${field === 'message' ? 'detail' : 'problemDetail'} { code parameters }`

const translatedMessage = `query ($id: ID!) {
  sinliMessage(id: $id) { ${inBoth('problem')} attempts { ${inBoth('problem')} warnings { ${inBoth('message')} } } }
}`

async function messages(gateway: GivenGateway): Promise<ShownTexts> {
  const shown: Json[] = []
  for (const { id } of await gateway.db.inboundMessage.findMany({ select: { id: true } }))
    shown.push(await gateway.data(`query ($id: ID!) { sinliMessage(id: $id) { problem ${attempts} } }`, { id }))
  const found = shown.map(({ sinliMessage }) => sinliMessage as Json)
  const tried = found.flatMap((message) => message['attempts'] as Json[])
  return {
    'InboundMessage.problem': found.map(({ problem }) => problem as unknown),
    'InboundAttempt.problem': tried.map(({ problem }) => problem as unknown),
    'InboundAttempt.warnings': tried.flatMap(({ warnings }) => warnings.map(({ message }: Json) => message as unknown)),
  }
}

const attempts = 'attempts { problem warnings { message } }'

async function replays(gateway: GivenGateway): Promise<ShownTexts> {
  const { replays } = await gateway.data('{ replays { edges { node { results { message } } } } }')
  const results = nodesOf(replays).flatMap((replay) => replay['results'] as Json[])
  return { 'Replay.answer': results.map(({ message }) => message as unknown) }
}

async function deliveries(gateway: GivenGateway): Promise<ShownTexts> {
  const { destinations } = await gateway.data('{ destinations { id disabledBecause } }')
  const errors: unknown[] = []
  for (const { id } of destinations as Json[]) {
    const query = `query ($id: ID!) { destination(id: $id) { deliveries(first: 100) { edges { node { attempts { error } } } } } }`
    const { destination } = await gateway.data(query, { id })
    errors.push(...nodesOf(destination.deliveries).flatMap(({ attempts }) => attempts.map(({ error }: Json) => error)))
  }
  return {
    'Destination.disabledBecause': destinations.map(({ disabledBecause }: Json) => disabledBecause as unknown),
    'DeliveryAttempt.error': errors,
  }
}

async function timelines(gateway: GivenGateway): Promise<ShownTexts> {
  const notes: unknown[] = []
  for (const { id } of await gateway.db.incident.findMany({ select: { id: true } })) {
    const { incident } = await gateway.data('query ($id: ID!) { incident(id: $id) { timeline { note } } }', { id })
    notes.push(...incident.timeline.map(({ note }: Json) => note as unknown))
  }
  return { 'TimelineEntry.note': notes }
}

async function customersAndAudit(gateway: GivenGateway): Promise<ShownTexts> {
  const { customers } = await gateway.data('{ customers { edges { node { lockReason } } } }')
  const { audit } = await gateway.data('{ audit(first: 200) { edges { node { before after } } } }')
  const textsIn = (values: unknown[]) => values.flatMap((json) => Object.values(json ?? {}) as unknown[])
  return {
    'Customer.lockReason': nodesOf(customers).map(({ lockReason }) => lockReason as unknown),
    'AuditEntry.before': textsIn(nodesOf(audit).map(({ before }) => before as unknown)),
    'AuditEntry.after': textsIn(nodesOf(audit).map(({ after }) => after as unknown)),
  }
}

const nodesOf = ({ edges }: Json) => (edges as { node: Json }[]).map(({ node }) => node)
