// @ts-expect-error Plain JavaScript, which code generation loads.
import { writeContract } from '../../scripts/contract-plugin.js'
import { fieldsOf } from '../../src/lib/fields-of.ts'

const directives = `
  directive @permission(name: String!) on FIELD_DEFINITION | OBJECT
  directive @authenticated on FIELD_DEFINITION
  directive @public on FIELD_DEFINITION | OBJECT
  directive @free on FIELD_DEFINITION
  directive @cached(topics: [String!]!) on FIELD_DEFINITION | OBJECT
`

/** The contract of a schema in several files. */
const write = (...files: string[]) => writeContract([directives, ...files])

const root = 'type Query { one: One @public }'

it.each([
  ['a root field that nobody may read', 'type Query { one: Int }', 'Query.one has not exactly one of'],
  [
    'a root field that says it twice',
    'type Query { one: Int @public @permission(name: "read:Panel") }',
    'Query.one has not exactly one of',
  ],
  [
    'a type with an id that nobody may read',
    'type Query { one: One @public } type One { id: ID! }',
    'One has an id and not exactly one of',
  ],
  [
    'a subscription that is never read again',
    'type Query { one: Int @public } type Subscription { two: Int @public }',
    'Subscription.two has not exactly one topic',
  ],
  [
    'a subscription that is read again with two topics',
    'type Query { one: Int @public } type Subscription { two: Int @public @cached(topics: ["panel", "inventory"]) }',
    'Subscription.two has not exactly one topic',
  ],
  [
    'a field below the root with a permission, which nobody would check',
    `${root} type One { count: Int @permission(name: "read:Panel") }`,
    'One.count has @permission, which stands on root fields and on types',
  ],
  [
    'a field below the root that says it takes a session',
    `${root} type One { count: Int @authenticated }`,
    'One.count has @authenticated',
  ],
  [
    'a field that is free in a type without a permission',
    `${root} type One { count: Int @free }`,
    'One.count is @free, and its type takes no permission',
  ],
  [
    'a mutation that is cached',
    'type Query { one: Int @public } type Mutation { two: Int @public @cached(topics: []) }',
    'Mutation.two is @cached',
  ],
  ['a list of lists', `${root} type One { counts: [[Int!]!]! }`, 'One.counts is a list of lists'],
  [
    'a directive where it does not stand',
    `${root} interface One @public { count: Int }`,
    'may not be used on INTERFACE',
  ],
])('code generation fails at %s', (_, definitions, problem) => {
  expect(() => write(definitions)).toThrow(problem)
})

it.each([
  ['permission', 'extend type One @permission(name: "read:Panel")'],
  ['topics', 'extend type One @cached(topics: ["panel"])'],
  ['description of a field', 'extend type One { "Another one." count: Int }'],
])('code generation fails where a second file gives another %s', (_, second) => {
  const first = `${root} type One @permission(name: "read:Library") @cached(topics: []) { "Number." count: Int }`

  expect(() => write(first)).not.toThrow()
  expect(() => write(first, second)).toThrow(/can only be used once|can only be defined once|already/)
})

it('values without an id, such as payloads, belong to what leads to them and state nothing', () => {
  expect(write('type Query { one: One @public } type One { count: Int! }')).toContain('"One"')
})

it('what a second file says of a type counts as what the first one says', () => {
  const first = `${root} type One { count: Int }`
  const said = '@permission(name: "read:Library") @cached(topics: ["panel"])'

  expect(write(first, `extend type One ${said}`)).toBe(write(`${root} type One ${said} { count: Int }`))
})

it('code generation fails at a type without the fields of its interface', () => {
  expect(() => write(`${root} interface Two { count: Int } type One implements Two { name: String }`)).toThrow(
    'Two.count',
  )
})

it('a list of REST takes null among its items where the schema has it', () => {
  const { expectedByHour } = fieldsOf('TrafficBudget', { expectedByHour: true })

  expect(expectedByHour.parse([1, null])).toEqual([1, null])
})

it('a field of REST that is neither a scalar nor an enumeration needs a shape', () => {
  // @ts-expect-error Its shape is missing.
  expect(() => fieldsOf('Incident', { evidence: true })).toThrow('Give the shape of a field of type Evidence')
})
