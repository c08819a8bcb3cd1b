import { webhookBodies } from '../../alerting/channels/webhook-bodies.ts'
import type { JsonSchema, Schemas } from './schemas.ts'
import type { Tag } from './tags.ts'

const tag: Tag = 'Alerting'

const placeOf = (type: string) => `webhook ${type}`

/** The schemas of the bodies of webhooks by place. */
export const webhookPlaces = Object.entries(webhookBodies).map(([type, schema]) => [placeOf(type), schema] as const)

/** The Path Items of the requests that webhook destinations get, by the `type` of their bodies. */
export const webhookObjects = ({ inPlace, shared }: Schemas) =>
  Object.fromEntries(
    Object.keys(webhookBodies).map((type) => {
      const reference = inPlace[placeOf(type)] ?? {}
      const schema = shared[String(reference.$ref).replace('#/components/schemas/', '')] ?? {}
      return [type, { post: webhookOperation(type, reference, schema) }]
    }),
  )

function webhookOperation(type: string, reference: JsonSchema, { description = '', examples = [] }: JsonSchema) {
  const [example] = examples as unknown[]
  return {
    operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [tag],
    summary: `\`${type}\``,
    description: `${description} Signed as specified by Standard Webhooks 1.0.`,
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema: reference, example } } },
    responses,
  }
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const parameters = [
  header(
    'Webhook-Id',
    'ID of the delivery, the same at every attempt: receivers ignore an ID that they have already processed.',
  ),
  header('Webhook-Timestamp', 'Time of the attempt, in seconds since 1970.'),
  header(
    'Webhook-Signature',
    'One or two signatures with a space between: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64.',
  ),
]

const responses = {
  '2XX': { description: 'The message was delivered.' },
  410: { description: 'The receiver no longer exists: the destination is disabled.' },
  '4XX': { description: 'The message was rejected; after three attempts the delivery is given up.' },
  '5XX': {
    description: 'The message was not delivered; further attempts follow, not before the time given by `Retry-After`.',
  },
}
