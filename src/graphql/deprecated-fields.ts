import { isInterfaceType, isObjectType, type DocumentNode, type GraphQLSchema } from 'graphql'
import { selectedFields } from './selected-fields.ts'

/** Counts the operations that select deprecated fields, to decide when a field can be removed. */
export type DeprecatedFieldCounter = {
  /** Counts an operation of a valid document. */
  count: (document: DocumentNode) => void
  /** Operations since the start, by `Type.field`. */
  counts: ReadonlyMap<string, number>
}

/** Creates a counter that reads the deprecated fields of each document once. */
export function createDeprecatedFieldCounter(schema: GraphQLSchema): DeprecatedFieldCounter {
  const counts = new Map<string, number>()
  const deprecated = deprecatedFieldsOf(schema)
  const fieldsOf = new WeakMap<DocumentNode, readonly string[]>()

  function fieldsIn(document: DocumentNode): readonly string[] {
    const cached = fieldsOf.get(document)
    if (cached) return cached
    const fields = [...selectedFields(schema, document)].filter((field) => deprecated.has(field))
    fieldsOf.set(document, fields)
    return fields
  }

  return {
    count(document) {
      for (const field of fieldsIn(document)) counts.set(field, (counts.get(field) ?? 0) + 1)
    },
    counts,
  }
}

/** All deprecated fields of a schema, as `Type.field`. */
function deprecatedFieldsOf(schema: GraphQLSchema): ReadonlySet<string> {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) || isInterfaceType(type))
  return new Set(
    types.flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ deprecationReason }) => deprecationReason != null)
        .map(({ name }) => `${type.name}.${name}`),
    ),
  )
}
