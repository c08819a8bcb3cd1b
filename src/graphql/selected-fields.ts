import {
  getNamedType,
  isCompositeType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type DocumentNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'

const known = new WeakMap<DocumentNode, ReadonlySet<string>>()

/** All fields that a valid document selects, at any depth, as `Type.field`; read once per document. */
export function selectedFields(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<string> {
  const cached = known.get(document)
  if (cached) return cached
  const fields = new Set<string>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION)
      collect(schema, schema.getRootType(definition.operation)?.name, definition.selectionSet, fields)
    else if (definition.kind === Kind.FRAGMENT_DEFINITION)
      collect(schema, definition.typeCondition.name.value, definition.selectionSet, fields)
  known.set(document, fields)
  return fields
}

/** Adds the fields of a selection set; those of a fragment that it spreads are in its definition. */
function collect(
  schema: GraphQLSchema,
  parent: string | undefined,
  { selections }: SelectionSetNode,
  fields: Set<string>,
): void {
  for (const selection of selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT)
      collect(schema, selection.typeCondition?.name.value ?? parent, selection.selectionSet, fields)
    if (selection.kind !== Kind.FIELD) continue
    const { name, selectionSet } = selection
    fields.add(`${parent}.${name.value}`)
    if (selectionSet) collect(schema, typeOf(schema, parent, name.value), selectionSet, fields)
  }
}

const metaTypes = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map(({ name, type }) => [name, getNamedType(type).name]),
)

/** The name of the type of a field's objects. */
function typeOf(schema: GraphQLSchema, parent: string | undefined, name: string): string | undefined {
  const type = schema.getType(parent ?? '')
  const field = isCompositeType(type) && 'getFields' in type ? type.getFields()[name] : undefined
  return field ? getNamedType(field.type).name : metaTypes.get(name)
}
