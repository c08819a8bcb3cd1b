import { readdirSync, readFileSync } from 'node:fs'
import { isEnumType } from 'graphql'
import { loadSchema } from '../../src/graphql/schema.ts'
import { givenGateway, outcome, times, type GivenGateway } from '../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const root = new URL('../../src/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')

/** Every code that the source can put into `extensions.code`. */
function codesInSource(): string[] {
  const ofDomain = /export type DomainErrorCode =([^/]*)/.exec(read('lib/errors.ts'))?.[1] ?? ''
  const files = readdirSync(new URL('graphql/', root), { recursive: true, encoding: 'utf8' })
  const edge = files.filter((file) => file.endsWith('.ts')).map((file) => read(`graphql/${file}`))
  const named = edge.flatMap((text) => [
    ...[...text.matchAll(/operationError\(\s*'([A-Z_]+)'/g)].map(([, code]) => code!),
    ...[...text.matchAll(/ApolloServerErrorCode\.([A-Z_]+)/g)].map(([, code]) => code!),
    ...[...text.matchAll(/const \{ ([A-Z_, ]+) \} = ApolloServerErrorCode/g)].flatMap(([, codes]) =>
      codes!.split(', '),
    ),
  ])
  return [...new Set([...[...ofDomain.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code!), ...named])].sort()
}

it('documents every code that an error can have, and no other', () => {
  const codes = loadSchema().getType('ErrorCode')

  expect(
    isEnumType(codes) &&
      codes
        .getValues()
        .map(({ name }) => name)
        .sort(),
  ).toEqual(codesInSource())
})

it('tells the numbers with CONDITION_HOLDS', async () => {
  await gateway.report(...times(12, outcome(503, '/api/admin/notifications/')))
  await gateway.pass(60)
  const { id } = await gateway.db.incident.findFirstOrThrow()

  const { errors } = await gateway.query('mutation ($id: ID!) { resolveIncident(id: $id, reason: "Fin") { id } }', {
    id,
  })

  expect(errors).toMatchObject([
    {
      extensions: {
        code: 'CONDITION_HOLDS',
        evidence: { code: 'ERRORS_FAILING', n: 12, bad: 12, at: expect.stringMatching(/^2026-.*Z$/) },
      },
    },
  ])
})

it.each([
  ['{ incidents(first: 201) { totalCount } }', 'first'],
  ['{ incidents(after: "x") { totalCount } }', 'after'],
  ['{ endpoints(first: 0) { totalCount } }', 'first'],
  ['{ customers(filter: { search: "\\u0000" }) { totalCount } }', 'filter'],
  ['mutation { resolveIncident(id: "a", reason: " ") { id } }', 'reason'],
  ['mutation { addOperator(operator: { email: "nobody", name: "N", role: lector }) { password } }', 'email'],
  ['mutation { addOperator(operator: { email: "n@example.org", name: " ", role: lector }) { password } }', 'name'],
])('%s is refused with the name of the field', async (query, field) => {
  expect(await gateway.query(query)).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT', field } }] })
})
