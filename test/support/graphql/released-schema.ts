import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  buildSchema,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  printSchema,
  separateOperations,
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

const folder = new URL('../../../schema/released/', import.meta.url)

const schemaFile = new URL('schema.graphql', folder)

/** The schema of the last release. */
export const releasedSchema = (): GraphQLSchema => buildSchema(readFileSync(schemaFile, 'utf8'))

export const writeReleasedSchema = (schema: GraphQLSchema): void => {
  writeFileSync(schemaFile, `${printSchema(schema)}\n`)
}

/** The operations that clients of the last release send, each as a document of its own, by name. */
export function releasedOperations(): Record<string, DocumentNode> {
  const operations = new URL('operations/', folder)
  const texts = readdirSync(operations).map((file) => readFileSync(new URL(file, operations), 'utf8'))
  return separateOperations(parse(texts.join('\n')))
}

/** The changes that docs/breaking.md accepts, each with its reason. */
export function acceptedChanges(): { change: string; reason: string }[] {
  const page = readFileSync(new URL('../../../docs/breaking.md', import.meta.url), 'utf8')
  return [...page.matchAll(/^- `([^`]+)` (.+)$/gm)].map(([, change = '', reason = '']) => ({ change, reason }))
}

/** Differences between a result and the types that the schema defines for the operation, each with its path. */
export function shapeProblems(schema: GraphQLSchema, document: DocumentNode, data: unknown): string[] {
  const operation = operationOf(document)
  const root = schema.getRootType(operation.operation)
  if (!root) return [`There is no ${operation.operation}.`]
  return objectProblems({ document, path: operation.operation }, root, [operation.selectionSet], data)
}

/** The only operation of a document. */
export const operationOf = ({ definitions }: DocumentNode): OperationDefinitionNode =>
  definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)!

type Place = { document: DocumentNode; path: string }

function objectProblems(
  { document, path }: Place,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  value: unknown,
): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} is no object`]
  const fields = new Map<string, { name: string; sets: SelectionSetNode[] }>()
  for (const { selections } of sets) collectFields(document, selections, fields)
  const unasked = Object.keys(value).filter((key) => !fields.has(key))
  const problems = [...fields].flatMap(([key, field]) => {
    if (!(key in value)) return [`${path}.${key} is missing`]
    const place = { document, path: `${path}.${key}` }
    return valueProblems(place, type.getFields()[field.name]!.type, field.sets, (value as never)[key])
  })
  return [...problems, ...unasked.map((key) => `${path}.${key} was not asked for`)]
}

function collectFields(
  document: DocumentNode,
  selections: readonly SelectionNode[],
  fields: Map<string, { name: string; sets: SelectionSetNode[] }>,
): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value
      const field = fields.get(key) ?? { name: selection.name.value, sets: [] }
      if (selection.selectionSet) field.sets.push(selection.selectionSet)
      fields.set(key, field)
    } else if (selection.kind === Kind.INLINE_FRAGMENT)
      collectFields(document, selection.selectionSet.selections, fields)
    else {
      const fragment = document.definitions.find(
        (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
      )
      if (fragment?.kind === Kind.FRAGMENT_DEFINITION) collectFields(document, fragment.selectionSet.selections, fields)
    }
  }
}

function valueProblems(
  { document, path }: Place,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
  value: unknown,
): string[] {
  if (value === null) return isNonNullType(type) ? [`${path} is null`] : []
  const present = getNullableType(type)
  if (isListType(present)) {
    if (!Array.isArray(value)) return [`${path} is no list`]
    return value.flatMap((item, index) =>
      valueProblems({ document, path: `${path}[${index}]` }, present.ofType, sets, item),
    )
  }
  if (isObjectType(present)) return objectProblems({ document, path }, present, sets, value)
  const fits = isEnumType(present)
    ? present.getValues().some(({ name }) => name === value)
    : (scalars[present.toString()]?.(value) ?? false)
  return fits ? [] : [`${path} is ${JSON.stringify(value)}, which is no ${present.toString()}`]
}

const isText = (value: unknown) => typeof value === 'string'

const scalars: Record<string, (value: unknown) => boolean> = {
  ID: isText,
  String: isText,
  Int: Number.isInteger,
  Float: (value) => typeof value === 'number',
  Boolean: (value) => typeof value === 'boolean',
  DateTime: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
  JSON: () => true,
}
