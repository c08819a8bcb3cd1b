import { givenGateway, outcome, times, type GivenGateway, type Json } from '../../support/gateway.ts'

const id = 'GET /api/admin/libraries/'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
  for (let passed = 0; passed < 120; passed += 10) {
    await gateway.report(...times(5, outcome(500)))
    await gateway.pass(10)
  }
})
afterAll(() => gateway[Symbol.asyncDispose]())

const inEnglish = /^\d+ of \d+ failed in 60 s \(100\.00 %\); the limit is \d+\.00 %\.$/
const inSpanish = /^\d+ de \d+ fallidas en 60 s \(100,00 %\); el límite es \d+,00 %\.$/

/** Every reason of an endpoint, its changes of state and its incident. */
const reasons = (argument: string) => `
  reason${argument}
  transitions(first: 1) { reason${argument} }
  openIncident { reason${argument} opening { reason${argument} } timeline { reason${argument} } }`

const reasonsIn = (node: Json): unknown[] => [
  node['reason'],
  node['transitions'][0].reason,
  node['openIncident'].reason,
  node['openIncident'].opening.reason,
  ...node['openIncident'].timeline.map(({ reason }: Json) => reason),
]

it.each([
  ['', inSpanish],
  ['(language: ES)', inSpanish],
  ['(language: EN)', inEnglish],
])('reasons of a state are in the language of the argument %j', async (argument, pattern) => {
  const { endpoint } = await gateway.data(`query ($id: ID!) { endpoint(id: $id) { ${reasons(argument)} } }`, { id })

  const written = reasonsIn(endpoint)
  expect(written.length).toBeGreaterThan(4)
  for (const reason of written) expect(reason).toMatch(pattern)
})

it('of the same query, each caller reads the language of their variable, however often it is asked', async () => {
  const query = `query ($id: ID!, $language: Language) { endpoint(id: $id) { ${reasons('(language: $language)')} } }`
  for (let round = 0; round < 4; round++) {
    const [spanish, english] = await Promise.all(
      ['ES', 'EN'].map(async (language) => (await gateway.data(query, { id, language }))['endpoint']),
    )
    for (const reason of reasonsIn(spanish)) expect(reason).toMatch(inSpanish)
    for (const reason of reasonsIn(english)) expect(reason).toMatch(inEnglish)
  }
})

it('what never received a sample says so in either language', async () => {
  const { inventory } = await gateway.data(
    '{ inventory { endpoints(first: 50) { edges { node { state es: reason(language: ES) en: reason(language: EN) } } } } }',
  )
  const unknown = inventory.endpoints.edges
    .map(({ node }: Json) => node)
    .find(({ state }: Json) => state === 'DESCONOCIDO')

  expect(unknown).toMatchObject({ es: 'Aún no ha llegado ninguna muestra.', en: 'No sample has arrived yet.' })
})
