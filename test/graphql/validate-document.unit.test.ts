import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  Kind,
  parse,
  print,
  separateOperations,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
} from 'graphql'
import { loadSchema } from '../../src/graphql/schema.ts'
import { selectedFields } from '../../src/graphql/selected-fields.ts'
import { validateDocument } from '../../src/graphql/validate-document.ts'
import { casesOf } from '../support/extent.ts'

const schema = loadSchema()

const folder = new URL('../../web/src/api/', import.meta.url)

/** The operations of the admin application, and some with what those do not have. */
const documents: readonly DocumentNode[] = [
  ...Object.values(
    separateOperations(
      parse(
        readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.graphql'))
          .map((file) => readFileSync(new URL(file, folder), 'utf8'))
          .join('\n'),
      ),
    ),
  ),
  ...[
    '{ __typename __schema { types { name fields { name args { name } } } } __type(name: "Area") { kind } }',
    'query ($id: ID!, $withState: Boolean = true) { area(id: $id) { id state @include(if: $withState) } }',
    'query A { ...F } query B { areas { id } } fragment F on Query { area(id: "1") { ...G } } fragment G on Area { id }',
    '{ subjects { edges { node { __typename ... on Endpoint { path } ... on Subject { id } ... { name } } } } }',
    'fragment F on Area { ...G } fragment G on Area { ...F } query { areas { ...F @skip(if: false) } }',
    'subscription { inventory { revision } notifications { badge } }',
    'type Extra { id: ID! } query { endpoints(first: 1, filter: { states: [OPERATIVO], withoutArea: true }) { totalCount } }',
  ].map((text) => parse(text)),
]

const names = [...new Set(documents.flatMap(namesIn))]

function namesIn(document: DocumentNode): string[] {
  const found: string[] = []
  visit(document, { Name: ({ value }) => void found.push(value) })
  return found
}

/** A change of one node: which of them, which change, and what it becomes. */
type Change = { at: number; how: number; to: number }

const change = fc.record({ at: fc.nat(400), how: fc.nat(4), to: fc.nat(names.length - 1) })

/** Changes one node, or removes it; the result may be no document any more. */
function changed(document: DocumentNode, { at, how, to }: Change): DocumentNode {
  const name = names[to] ?? ''
  const values: ASTNode[] = [
    { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
    { kind: Kind.ENUM, value: name },
    { kind: Kind.LIST, values: [{ kind: Kind.STRING, value: name }, { kind: Kind.NULL }] },
    { kind: Kind.OBJECT, fields: [] },
  ]
  let seen = 0
  const change = (node: ASTNode): ASTNode | null | undefined => {
    if (seen++ !== at) return undefined
    if (node.kind === Kind.NAME) return { ...node, value: name }
    if ('value' in node && typeof node.value !== 'object') return values[how]
    return node.kind === Kind.DOCUMENT || how > 1 ? undefined : null
  }
  return visit(document, { enter: change })
}

/** Changes documents put together, as text that a client could have sent; null if it has no syntax. */
function documentOf(parts: readonly number[], changes: readonly Change[]): DocumentNode | null {
  const definitions = parts.flatMap((part) => documents[part]?.definitions ?? [])
  try {
    return parse(print(changes.reduce<DocumentNode>(changed, { kind: Kind.DOCUMENT, definitions })))
  } catch {
    return null
  }
}

const sent = fc
  .tuple(fc.array(fc.nat(documents.length - 1), { minLength: 1, maxLength: 3 }), fc.array(change, { maxLength: 12 }))
  .map(([parts, changes]) => documentOf(parts, changes))
  .filter((document) => document !== null)

const errorsOf = (errors: ReturnType<typeof validate>) => errors.map((error) => error.toJSON())

it('has the same errors for any document as the validation of graphql-js, in the same order', () => {
  let invalid = 0
  fc.assert(
    fc.property(sent, (document) => {
      const expected = errorsOf(validate(schema, document))
      invalid += Math.sign(expected.length)
      expect(errorsOf(validateDocument(schema, document))).toEqual(expected)
    }),
    { numRuns: casesOf(300, 10_000) },
  )
  expect(invalid).toBeGreaterThan(50)
})

it('gives up after as many errors as graphql-js does', () => {
  const document = parse(`{ ${Array.from({ length: 200 }, (_, index) => `unknown${index}`).join(' ')} }`)

  const errors = errorsOf(validateDocument(schema, document))

  expect(errors).toHaveLength(101)
  expect(errors).toEqual(errorsOf(validate(schema, document)))
})

it('names the selected fields as the types of graphql-js name them', () => {
  for (const document of documents) expect(selectedFields(schema, document)).toEqual(fieldsByTypeInfo(document))
})

function fieldsByTypeInfo(document: DocumentNode): ReadonlySet<string> {
  const fields = new Set<string>()
  const types = new TypeInfo(schema)
  const collect = ({ name }: FieldNode) => void fields.add(`${types.getParentType()?.name}.${name.value}`)
  visit(document, visitWithTypeInfo(types, { Field: collect }))
  return fields
}
