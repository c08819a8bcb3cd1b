import { buildSchema } from 'graphql'
// @ts-expect-error Plain JavaScript, which code generation loads.
import { plugin } from '../../scripts/contract-plugin.js'

const directives = `
  directive @permission(name: String!) on FIELD_DEFINITION | OBJECT
  directive @authenticated on FIELD_DEFINITION
  directive @public on FIELD_DEFINITION | OBJECT
  directive @cached(topics: [String!]!) on FIELD_DEFINITION | OBJECT
`

const write = (definitions: string) => plugin(buildSchema(directives + definitions))

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
])('code generation fails at %s', (_, definitions, problem) => {
  expect(() => write(definitions)).toThrow(problem)
})

it('values without an id, such as payloads, belong to what leads to them and state nothing', () => {
  expect(write('type Query { one: One @public } type One { count: Int! }')).toContain('"One"')
})
