// Writes src/generated/contract.ts: what the schema says of each enumeration, type and field, as plain constants, which
// the guard, the cache and REST read. Code generation fails if the schema does not say who may read something.
import { readdirSync, readFileSync } from 'node:fs'
import {
  assertValidSchema,
  buildASTSchema,
  concatAST,
  getDirectiveValues,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql'

const folder = new URL('../schema/', import.meta.url)
const rootNames = ['Query', 'Mutation', 'Subscription']

/**
 * The plugin of graphql-codegen. It reads the files itself: the schema that it is given is merged from them, and where two
 * contradict each other the last one counts.
 */
export const plugin = () =>
  writeContract(
    readdirSync(folder)
      .filter((file) => file.endsWith('.graphql'))
      .sort()
      .map((file) => readFileSync(new URL(file, folder), 'utf8')),
  )

/** Writes the contract of a schema. Throws for one that is not valid, or that does not say what it must. */
export function writeContract(texts) {
  const schema = buildASTSchema(concatAST(texts.map((text) => parse(text))))
  assertValidSchema(schema)
  // By name: the fields of a type may lie in several files.
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .sort(byName)
  const composite = types.filter((type) => isObjectType(type) || isInterfaceType(type))
  const problems = composite.flatMap((type) => [...problemsOfType(schema, type), ...problemsOfFields(schema, type)])
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return [
    '/** The values of each enumeration, in the order of the schema. */',
    `export const enumerations = ${text(entries(types.filter(isEnumType), valuesOf))} as const`,
    '/** The types and their fields. What is not said of one is absent. */',
    `export const types = ${text(entries(composite, describeType(schema)))} as const`,
    '/** What each definition says, by its coordinate: `Type`, `Type.field`, `Type.field(argument:)` or `Enumeration.VALUE`. */',
    `export const descriptions = ${text(Object.fromEntries(types.flatMap(descriptionsOf)))} as const`,
  ].join('\n\n')
}

const byName = (a, b) => (a.name < b.name ? -1 : 1)

/** The fields of a type, which may lie in several files. */
const fieldsOf = (type) => Object.values(type.getFields()).sort(byName)

const entries = (named, describe) => Object.fromEntries(named.map((one) => [one.name, describe(one)]))

const text = (value) => JSON.stringify(value, null, 2)

const valuesOf = (type) => type.getValues().map(({ name }) => name)

const describeType = (schema) => (type) => ({
  ...rulesOf(schema, type),
  fields: entries(fieldsOf(type), (field) => ({ ...shapeOf(field.type), ...rulesOf(schema, field) })),
})

function descriptionsOf(type) {
  const members = isEnumType(type) ? type.getValues() : 'getFields' in type ? fieldsOf(type) : []
  return [
    [type.name, type],
    ...members.flatMap((member) => [
      [`${type.name}.${member.name}`, member],
      ...(member.args ?? []).map((arg) => [`${type.name}.${member.name}(${arg.name}:)`, arg]),
    ]),
  ].flatMap(([coordinate, { description }]) => (description ? [[coordinate, plain(description)]] : []))
}

const plain = (description) => description.replace(/\s+/g, ' ').trim()

/** `type` is the name of a scalar, an enumeration or a type; of a list, that of its items. */
function shapeOf(type) {
  const inner = isNonNullType(type) ? type.ofType : type
  return {
    type: getNamedType(inner).name,
    ...(!isNonNullType(type) && { isNullable: true }),
    ...(isListType(inner) && { isList: true }),
    ...(isListType(inner) && !isNonNullType(inner.ofType) && { hasNullItems: true }),
  }
}

/** Who may read it, and what its value depends on. */
function rulesOf(schema, definition) {
  const given = directives(schema, definition)
  return {
    ...(given.permission && { requirement: given.permission.name }),
    ...(given.authenticated && { requirement: 'signed-in' }),
    ...(given.public && { isPublic: true }),
    ...(given.free && { isFree: true }),
    ...(given.whole && { isWhole: true }),
    ...(given.cached && { topics: given.cached.topics }),
    ...(given.perUser && { isPerUser: true }),
    ...(given.timeDependent && { isTimeDependent: true }),
  }
}

/** The arguments of each directive of a definition, and of what extends it, by the name of the directive. */
const directives = (schema, { astNode, extensionASTNodes = [] }) =>
  Object.fromEntries(
    [astNode, ...extensionASTNodes].flatMap((node) =>
      (node?.directives ?? []).map(({ name: { value } }) => [
        value,
        getDirectiveValues(schema.getDirective(value), node),
      ]),
    ),
  )

/** The directives that say who may read something. */
const readers = ['permission', 'authenticated', 'public']

function problemsOfType(schema, type) {
  const needsReader = isObjectType(type) && !rootNames.includes(type.name) && 'id' in type.getFields()
  const count = readers.filter((name) => name in directives(schema, type)).length
  return count === 1 || (count === 0 && !needsReader)
    ? []
    : [`${type.name} has an id and not exactly one of @permission and @public.`]
}

const problemsOfFields = (schema, type) =>
  fieldsOf(type).flatMap((field) => {
    const problem = (rootNames.includes(type.name) ? problemOfRoot : problemOfField)(schema, type, field)
    const named = `${type.name}.${field.name}`
    return [
      ...(problem ? [`${named} ${problem}`] : []),
      ...(isNested(field.type) ? [`${named} is a list of lists, which the contract cannot say.`] : []),
    ]
  })

function problemOfRoot(schema, { name }, field) {
  const given = directives(schema, field)
  if (readers.filter((reader) => reader in given).length !== 1)
    return 'has not exactly one of @permission, @authenticated and @public.'
  if (given.free) return 'is @free, which says nothing of a root field.'
  if (name === 'Mutation' && given.cached) return 'is @cached, and no response of a mutation is.'
  if (name === 'Subscription' && given.cached?.topics.length !== 1) return 'has not exactly one topic in @cached.'
  return null
}

function problemOfField(schema, type, field) {
  const given = directives(schema, field)
  const reader = readers.find((name) => name in given)
  if (reader) return `has @${reader}, which stands on root fields and on types: nobody would check it.`
  if (given.free && !directives(schema, type).permission) return 'is @free, and its type takes no permission.'
  return null
}

function isNested(type) {
  const items = isNonNullType(type) ? type.ofType : type
  const item = isListType(items) ? items.ofType : null
  return isListType(isNonNullType(item) ? item.ofType : item)
}
