// cspell:words abaco
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { Client, fetchExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import fc from 'fast-check'
import { introspectionFromSchema, isInterfaceType } from 'graphql'
import { loadSchema } from '../../../src/graphql/schema.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenTrade, envio, mailOf, shop, supplier } from '../../support/sinli/inbound.ts'
import { givenOpenIncidents } from '../../support/monitoring/incidents.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false, publicOrigin: 'https://vigia.example' } })
  await put('libraries/pagos', { name: 'Librería Pagos', city: 'Lugo', updatedAt: '2026-01-01T00:00:00Z' })
  await put('libraries/zeta', { name: 'Ábaco', updatedAt: '2026-01-01T00:00:00Z' })
  await put('integrations/pagos', { name: 'Pasarela de pagos' })
  await givenOpenIncidents(gateway, ['pagos', 'GET /api/admin/search/'])
  await gateway.data('mutation { markNotificationsSeen { revision } }')
})
afterAll(() => gateway[Symbol.asyncDispose]())

async function put(path: string, body: Json) {
  const answer = await fetch(`${gateway.url}/ingest/v1/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.ingestToken}` },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
}

const schema = loadSchema()

describe('the interface Subject', () => {
  it('is implemented by the three kinds', () => {
    const subject = schema.getType('Subject')
    if (!isInterfaceType(subject)) throw new Error('Subject is no interface.')

    const implementing = schema.getPossibleTypes(subject).map(({ name }) => name)

    expect(implementing.sort()).toEqual(['Endpoint', 'Integration', 'Library'])
  })

  it('gives the subject of an incident with all of its own fields', async () => {
    const { incidents } = await gateway.data(`{
      incidents(filter: { open: true }) {
        edges { node { kind url subject {
          __typename id kind name critical state requestsPerMinute owner retiredAt
          openIncident { kind } incidents { totalCount } history { at } transitions { at }
          ... on Library { city sinliId updatedAt sinliMessages { totalCount } }
          ... on Endpoint { method path authRequired area { id } }
        } } }
      }
    }`)

    const subjects = incidents.edges.map(({ node }: Json) => node.subject)
    expect(subjects).toHaveLength(3)
    expect(subjects).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ __typename: 'Library', id: 'pagos', kind: 'LIBRERIAS', city: 'Lugo' }),
        expect.objectContaining({ __typename: 'Integration', id: 'pagos', name: 'Pasarela de pagos' }),
        expect.objectContaining({ __typename: 'Endpoint', method: 'GET', path: '/api/admin/search/' }),
      ]),
    )
    for (const { kind, openIncident, incidents: own } of subjects)
      expect({ kind, own: own.totalCount }).toEqual({ kind: openIncident.kind, own: 1 })
  })

  it('still gives the subject of an incident after it was retired', async () => {
    const key = 'GET /api/admin/audit/'
    await givenOpenIncidents(gateway, [key])
    const where = { kind_key: { kind: 'ENDPOINTS', key } } as const
    const { id } = await gateway.db.subject.update({ where, data: { retiredAt: new Date(gateway.clock.now()) } })
    await gateway.db.$executeRaw`UPDATE "Revision" SET "value" = nextval('revision')`
    await gateway.db
      .$executeRaw`UPDATE "Subject" SET "changed" = (SELECT "value" FROM "Revision" WHERE "view" = 'inventory') WHERE "id" = ${id}`
    await gateway.pass(10)

    const { incidents, endpoint, subject } = await gateway.data(`{
      incidents(filter: { subject: { kind: ENDPOINTS, id: "${key}" } }) {
        edges { node { subject { id retiredAt ... on Endpoint { path } } } }
      }
      endpoint(id: "${key}") { id }
      subject(kind: ENDPOINTS, id: "${key}") { retiredAt }
    }`)

    expect(incidents.edges).toMatchObject([{ node: { subject: { id: key, path: '/api/admin/audit/' } } }])
    expect(incidents.edges[0].node.subject.retiredAt).not.toBeNull()
    expect(endpoint).toBeNull()
    expect(subject.retiredAt).toBe(incidents.edges[0].node.subject.retiredAt)
  })
})

describe('incidents of a subject', () => {
  it('are filtered by kind and id, where two kinds share an id', async () => {
    const query = 'query ($filter: IncidentFilter) { incidents(filter: $filter) { edges { node { kind } } } }'
    const kindsOf = async (filter: Json) =>
      (await gateway.data(query, { filter })).incidents.edges.map(({ node }: Json) => node.kind).sort()

    expect(await kindsOf({ subject: { kind: 'LIBRERIAS', id: 'pagos' } })).toEqual(['LIBRERIAS'])
    expect(await kindsOf({ subject: { kind: 'INTEGRACIONES', id: 'pagos' } })).toEqual(['INTEGRACIONES'])
    expect(await kindsOf({ subjectId: 'pagos' })).toEqual(['INTEGRACIONES', 'LIBRERIAS'])
  })

  it('have a short number each, and the URL of their page', async () => {
    const { incidents } = await gateway.data('{ incidents { edges { node { id number url } } } }')

    const nodes: Json[] = incidents.edges.map(({ node }: Json) => node)
    expect(new Set(nodes.map(({ number }) => number)).size).toBe(nodes.length)
    for (const { id, url } of nodes) expect(url).toBe(`https://vigia.example/incidents/${id}`)
  })

  it('take notes, which stay when they are resolved', async () => {
    const { incidents } = await gateway.data('{ incidents(first: 1) { edges { node { id } } } }')
    const [{ node }] = incidents.edges
    const add = `mutation ($input: AddIncidentNoteInput!) {
      addIncidentNote(input: $input) { incident { timeline { event by note } } }
    }`

    const { addIncidentNote } = await gateway.data(add, { input: { id: node.id, note: ' Llamé al proveedor. ' } })
    const refused = await gateway.query(add, { input: { id: node.id, note: ' ' } })

    expect(addIncidentNote.incident.timeline.at(-1)).toMatchObject({ event: 'NOTE', note: 'Llamé al proveedor.' })
    expect(refused['errors'][0].extensions.code).toBe('INVALID_INPUT')
  })
})

describe('a list of subjects', () => {
  const list = `query ($filter: SubjectFilter, $orderBy: SubjectOrder, $first: Int, $after: String) {
    subjects(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor } edges { node { kind id name } }
    }
  }`
  const namesOf = async (variables: Json) =>
    (await gateway.data(list, variables)).subjects.edges.map(({ node }: Json) => node.name)

  it('is filtered by kind, text, state and criticality', async () => {
    expect(await namesOf({ filter: { search: 'ABACO' } })).toEqual(['Ábaco'])
    expect(await namesOf({ filter: { search: 'PAGOS' } })).toEqual(['Librería Pagos', 'Pasarela de pagos'])
    expect(await namesOf({ filter: { search: 'PAGOS', kinds: ['INTEGRACIONES'] } })).toEqual(['Pasarela de pagos'])
    expect(await namesOf({ filter: { kinds: ['LIBRERIAS'], critical: true } })).toEqual([])
    expect(await namesOf({ filter: { states: [] } })).toEqual([])
  })

  it('has every subject once and in order, however it is ordered and paged', async () => {
    const { totalCount } = (await gateway.data(list, {})).subjects
    const orders = fc.record({
      field: fc.constantFrom('KIND', 'NAME', 'STATE_SINCE'),
      direction: fc.constantFrom('ASC', 'DESC'),
    })
    const check = async (orderBy: Json, first: number) => {
      const whole: Json[] = (await gateway.data(list, { orderBy, first: 200 })).subjects.edges
      const paged: Json[] = []
      let after: string | null = null
      do {
        const { subjects }: Json = await gateway.data(list, { orderBy, first, after })
        paged.push(...subjects.edges)
        after = subjects.pageInfo.hasNextPage ? subjects.pageInfo.endCursor : null
      } while (after !== null)

      expect(paged).toEqual(whole)
      expect(new Set(paged.map(({ node }) => `${node.kind}:${node.id}`)).size).toBe(totalCount)
    }
    await fc.assert(fc.asyncProperty(orders, fc.integer({ min: 1, max: 8 }), check), { numRuns: 10 })
    expect((await namesOf({ orderBy: { field: 'NAME' } })).at(0)).toBe('Ábaco')
  })
})

describe('the details of a subject', () => {
  const set = `mutation ($input: SetSubjectDetailsInput!) {
    setSubjectDetails(input: $input) { subject { name owner runbookUrl critical } }
  }`
  const runbookUrl = 'https://wiki.example/pagos'

  it('are set by an administrator, audited, and shown with the incident at once', async () => {
    const query =
      '{ incident: incidents(filter: { subject: { kind: LIBRERIAS, id: "pagos" } }) { edges { node { subject { owner runbookUrl critical } } } } }'
    await gateway.data(query)

    const { setSubjectDetails } = await gateway.data(set, {
      input: { kind: 'LIBRERIAS', id: 'pagos', owner: 'Equipo Pagos', runbookUrl, critical: true },
    })
    const { incident } = await gateway.data(query)
    const { audit } = await gateway.data(
      '{ audit(filter: { action: "subject.details" }) { edges { node { object before after } } } }',
    )

    const details = { owner: 'Equipo Pagos', runbookUrl, critical: true }
    expect(setSubjectDetails.subject).toEqual({ name: 'Librería Pagos', ...details })
    expect(incident.edges[0].node.subject).toEqual(details)
    expect(audit.edges[0].node).toEqual({
      object: 'library:pagos',
      before: { owner: null, runbookUrl: null, critical: false },
      after: details,
    })
  })

  it('are also set by the platform, and stay where it sends none', async () => {
    const owner = 'Equipo Ábaco'
    const record = { name: 'Ábaco', updatedAt: '2026-01-02T00:00:00Z' }
    const read = async () =>
      (await gateway.data('{ subject(kind: LIBRERIAS, id: "zeta") { owner runbookUrl } }'))['subject']

    await put('libraries/zeta', { ...record, owner, runbookUrl })
    await put('libraries/zeta', record)
    const kept = await read()
    await put('libraries/zeta', { ...record, owner: null })

    expect(kept).toEqual({ owner, runbookUrl })
    expect(await read()).toEqual({ owner: null, runbookUrl })
    await expect(put('libraries/zeta', { ...record, runbookUrl: 'javascript:alert(1)' })).rejects.toThrow('400')
  })

  it('are not set by operators, nor to what is not allowed', async () => {
    const operator = await givenSignedIn(gateway, 'operador')
    const refusals = await Promise.all(
      [
        { kind: 'LIBRERIAS', id: 'pagos', runbookUrl: 'javascript:alert(1)' },
        { kind: 'LIBRERIAS', id: 'pagos', owner: 'x'.repeat(201) },
        { kind: 'LIBRERIAS', id: 'nobody', owner: 'x' },
        { kind: 'ENDPOINTS', id: 'GET /api/admin/search/', critical: false },
      ].map(async (input) => (await gateway.query(set, { input }))['errors'][0].extensions.code),
    )
    const forbidden = await operator.ask(set, { input: { kind: 'LIBRERIAS', id: 'pagos', owner: 'x' } })

    expect(refusals).toEqual(['INVALID_INPUT', 'INVALID_INPUT', 'NOT_FOUND', 'INVALID_INPUT'])
    expect(forbidden['errors'][0].extensions.code).toBe('FORBIDDEN')
  })
})

describe('a response about the panel', () => {
  const subjectsOf = async (fields: string) => {
    const { notifications } = await gateway.data(
      `{ notifications { categories { incidents { subject { ${fields} } } } } }`,
    )
    return notifications.categories
      .flatMap(({ incidents }: Json) => incidents)
      .map(({ subject }: Json) => subject)
      .filter(({ name }: Json) => name === 'Librería Pagos')
  }

  it('has the present address of a library, which changes no view', async () => {
    expect(await subjectsOf('name ... on Library { city }')).toMatchObject([{ city: 'Lugo' }])

    await put('libraries/pagos', { name: 'Librería Pagos', city: 'Vigo', updatedAt: '2026-01-02T00:00:00Z' })

    expect(await subjectsOf('name ... on Library { city }')).toMatchObject([{ city: 'Vigo' }])
  })
})

describe.each(['Apollo Client', 'urql'])('the normalised cache of %s', (library) => {
  const entities = `{
    incidents(filter: { open: true }) { edges { node { id subject { id name kind state } } } }
    libraries { edges { node { id name city } } }
    integrations { id name }
    sinliMessages { edges { node { id decoded { id number lines { edges { node { id title quantity } } } } } } }
  }`

  beforeAll(async () => {
    const trade = givenTrade(gateway)
    await trade.registerLibrary(shop, 'aurora')
    await trade.registerSupplier(supplier)
    for (const number of [`${library.length}-1`, `${library.length}-2`])
      await trade.send(mailOf(envio({ number, title: `Libro de ${number}` })))
  })

  it('keeps every value with its own entity, over two documents and over subjects with the same id', async () => {
    const sent = await gateway.data(entities)

    const cached = await readBack[library]!(entities)

    expect(withoutTypeNames(cached)).toEqual(sent)
    expect(JSON.stringify(sent)).toContain('Librería Pagos')
    expect(JSON.stringify(sent)).toContain('Pasarela de pagos')
  })
})

/** Both clients add `__typename` to every object. */
const withoutTypeNames = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data, (key, value: unknown) => (key === '__typename' ? undefined : value)))

const headers = () => ({ cookie: gateway.cookie })

/** Sends a query and reads its result back from the client's cache, without another request. */
const readBack: Record<string, (query: string) => Promise<unknown>> = {
  async 'Apollo Client'(text) {
    const possibleTypes = { Subject: ['Endpoint', 'Integration', 'Library'] }
    const link = new HttpLink({ uri: `${gateway.url}/graphql`, headers: headers() })
    const client = new ApolloClient({ link, cache: new InMemoryCache({ possibleTypes }) })
    const query = gql(text)
    await client.query({ query })
    const { data } = await client.query({ query, fetchPolicy: 'cache-only' })
    client.stop()
    return data
  },
  async urql(text) {
    const client = new Client({
      url: `${gateway.url}/graphql`,
      preferGetMethod: false,
      fetchOptions: { headers: headers() },
      exchanges: [cacheExchange({ schema: introspectionFromSchema(schema) as never }), fetchExchange],
    })
    await client.query(text, {}).toPromise()
    const { data } = await client.query(text, {}, { requestPolicy: 'cache-only' }).toPromise()
    return data
  },
}
