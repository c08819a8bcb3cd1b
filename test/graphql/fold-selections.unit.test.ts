import fc from 'fast-check'
import { buildSchema, getOperationAST, Kind, parse, visit, type DocumentNode } from 'graphql'
import { createVisit, type Place } from '../../src/graphql/fold-selections.ts'

const schema = buildSchema('type Query { a: Query b: Query leaf: Int }')

/** Fragments that spread later ones any number of times, some below a field or an inline fragment. */
const documents = fc
  .array(fc.array(fc.record({ to: fc.integer({ min: 1, max: 6 }), below: fc.constantFrom('', 'a', 'b', '...') })), {
    minLength: 1,
    maxLength: 30,
  })
  .map((fragments) => {
    const spreadsOf = (from: number) =>
      (fragments[from] ?? []).map(({ to, below }) => {
        const spread = from + to < fragments.length ? `...F${from + to}` : 'leaf'
        return below === '' ? spread : `${below} { ${spread} leaf }`
      })
    const bodies = fragments.map((_, from) => `{ ${['__typename', ...spreadsOf(from)].join(' ')} }`)
    return parse(`{ ...F0 ...F0 } ${bodies.map((body, from) => `fragment F${from} on Query ${body}`).join(' ')}`)
  })

function countFields(document: DocumentNode): number {
  let fields = 0
  visit(document, { Field: () => void (fields += 1) })
  return fields
}

/** The names of the fragments that are reached from an operation. */
function reachedFrom(document: DocumentNode): Set<string> {
  const reached = new Set<string>()
  const add = (name: string) => {
    if (reached.has(name)) return
    reached.add(name)
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
    )
    if (fragment) visit(fragment, { FragmentSpread: ({ name }) => add(name.value) })
  }
  add('F0')
  return reached
}

it('a visit reaches every field of the fragments it reaches, and each once per kind of place', () => {
  fc.assert(
    fc.property(documents, (document) => {
      const visits = new Map<object, number>()
      const visitSelections = createVisit<Place & { depth: number }>(schema, document, {
        keyOf: ({ depth }) => String(depth % 2),
        field(node, { parent, depth }, below) {
          visits.set(node, (visits.get(node) ?? 0) + 1)
          below({ parent, depth: depth + 1 })
        },
      })

      visitSelections(getOperationAST(document)!.selectionSet, { parent: schema.getQueryType()!, depth: 0 })

      const reached = reachedFrom(document)
      const fragments = document.definitions.filter(
        (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && reached.has(definition.name.value),
      )
      expect(visits.size).toBe(countFields({ kind: Kind.DOCUMENT, definitions: fragments }))
      expect(Math.max(...visits.values())).toBeLessThanOrEqual(2)
    }),
  )
})

it('a visit ends for fragments in a circle', () => {
  const document = parse('{ ...A } fragment A on Query { a { ...B } } fragment B on Query { b { ...A } }')
  const names: string[] = []
  const visitSelections = createVisit<Place>(schema, document, {
    field({ name }, place, below) {
      names.push(name.value)
      below(place)
    },
  })

  visitSelections(getOperationAST(document)!.selectionSet, { parent: schema.getQueryType()! })

  expect(names).toEqual(['a', 'b'])
})
