import {
  getNamedType,
  isCompositeType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { createVisit, type Place } from './fold-selections.ts'

const known = new WeakMap<DocumentNode, ReadonlySet<string>>()

/** All fields that a valid document selects, at any depth, as `Type.field`; read once per document. */
export function selectedFields(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<string> {
  const cached = known.get(document)
  if (cached) return cached
  const fields = new Set<string>()
  const visit = createVisit<Place>(schema, document, {
    field({ name: { value: name } }, { parent }, below) {
      fields.add(`${parent?.name}.${name}`)
      below({ parent: typeOfField(parent, name) })
    },
  })
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION)
      visit(definition.selectionSet, { parent: schema.getRootType(definition.operation) ?? undefined })
  known.set(document, fields)
  return fields
}

/** The names (not aliases) of an operation's root fields, including those in fragments. */
export function rootFieldsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { selectionSet }: Pick<OperationDefinitionNode, 'selectionSet'>,
): readonly string[] {
  const names = new Set<string>()
  const visit = createVisit<Place>(schema, document, {
    field: ({ name }) => names.add(name.value),
  })
  visit(selectionSet, { parent: undefined })
  return [...names]
}

const metaTypes = new Map([SchemaMetaFieldDef, TypeMetaFieldDef].map(({ name, type }) => [name, getNamedType(type)]))

/** The type of a field's objects; undefined for a value. */
export function typeOfField(parent: GraphQLCompositeType | undefined, name: string): GraphQLCompositeType | undefined {
  const field = parent && 'getFields' in parent ? parent.getFields()[name] : undefined
  const type = field ? getNamedType(field.type) : metaTypes.get(name)
  return isCompositeType(type) ? type : undefined
}
