import { givenGateway, type GivenGateway } from '../support/gateway.ts'
import { countReadings } from '../support/graphql/readings.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const ways = ['POST', 'GET'] as const
const accepts = ['application/json', 'application/graphql-response+json', 'application/json;q=0.9'] as const

type Way = { cookie: string; method: (typeof ways)[number]; accept: (typeof accepts)[number] }

async function ask(query: string, { cookie, method, accept }: Way) {
  const search = method === 'GET' ? `?query=${encodeURIComponent(query)}` : ''
  const answer = await fetch(`${gateway.url}/graphql${search}`, {
    method,
    headers: { cookie, accept, 'content-type': 'application/json', 'apollo-require-preflight': '1' },
    ...(method === 'POST' && { body: JSON.stringify({ query }) }),
  })
  const { errors } = (await answer.json()) as { errors?: { extensions: { code: string } }[] }
  return { status: answer.status, type: answer.headers.get('content-type'), code: errors?.[0]?.extensions.code }
}

/** The response to a document sent for the first time, and how often it was parsed and validated. */
async function answerTo(query: string, way: Way) {
  let answer: Awaited<ReturnType<typeof ask>> | undefined
  const readings = await countReadings(async () => (answer = await ask(query, way)))
  return { ...answer, ...readings }
}

const everyWay = ways.flatMap((method) => accepts.map((accept) => ({ method, accept })))

let count = 0
/** A name that no document has had. */
const fresh = () => `n${(count += 1)}`

it.each(everyWay)(
  'a request without a session is rejected before its document is validated: $method, $accept',
  async (way) => {
    const documents = [
      `{ ${fresh()}: session { environment } }`,
      `{ ${fresh()}: nope }`,
      `query ${fresh()} { a: __typename } query ${fresh()} { b: __typename }`,
      `mutation ${fresh()} { markNotificationsSeen { badge } }`,
      `subscription ${fresh()}($x: Boolean!) { notifications @include(if: $x) { badge } }`,
    ]
    for (const document of documents)
      expect(await answerTo(document, { ...way, cookie: '' })).toMatchObject({
        status: 401,
        code: 'UNAUTHENTICATED',
        parsed: 1,
        validated: 0,
      })
  },
)

it.each(everyWay)('a document that needs no session is parsed and validated once: $method, $accept', async (way) => {
  const answers = [
    await answerTo(`{ ${fresh()}: __typename }`, { ...way, cookie: '' }),
    await answerTo(`{ ${fresh()}: __typename `, { ...way, cookie: '' }),
  ]

  expect(answers).toMatchObject([
    { status: 200, parsed: 1, validated: 1 },
    { status: 400, code: 'GRAPHQL_PARSE_FAILED', parsed: 1, validated: 0 },
  ])
})

it.each(everyWay)(
  'a document of a signed-in operator is parsed and validated at most once: $method, $accept',
  async (way) => {
    const { cookie } = gateway
    const answers = [
      await answerTo(`{ ${fresh()}: session { environment } }`, { ...way, cookie }),
      await answerTo(`{ ${fresh()}: nope }`, { ...way, cookie }),
      await answerTo(`{ ${fresh()}: session { environment }`, { ...way, cookie }),
      await answerTo(`query ${fresh()} { __typename } query ${fresh()} { __typename }`, { ...way, cookie }),
    ]

    expect(answers).toMatchObject([
      { status: 200, parsed: 1, validated: 1 },
      { status: 400, code: 'GRAPHQL_VALIDATION_FAILED', parsed: 1, validated: 1 },
      { status: 400, code: 'GRAPHQL_PARSE_FAILED', parsed: 1, validated: 0 },
      { status: 400, code: 'OPERATION_RESOLUTION_FAILURE', parsed: 1, validated: 1 },
    ])
  },
)

it.each(everyWay)(
  'a validation rule that throws rejects the document as one that reports an error: $method, $accept',
  async (way) => {
    const document = `subscription ${fresh()}($x: Boolean!) { notifications @include(if: $x) { badge } }`

    const answer = await answerTo(document, { ...way, cookie: gateway.cookie })

    const type = way.accept.startsWith('application/json') ? 'application/json' : way.accept
    expect(answer).toMatchObject({ status: 400, code: 'GRAPHQL_VALIDATION_FAILED', parsed: 1, validated: 1 })
    expect(answer.type).toBe(`${type}; charset=utf-8`)
  },
)
