// Writes src/generated/contract.ts: what the schema says of each enumeration, type and field, as plain constants, which
// the guard, the cache and REST read. Code generation fails if the schema does not say who may read something.
import {
  getDirectiveValues,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

const rootNames = ['Query', 'Mutation', 'Subscription']

/** The plugin of graphql-codegen. */
export function plugin(schema) {
  // By name: the files of the schema are read in any order.
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .sort(byName)
  const composite = types.filter((type) => isObjectType(type) || isInterfaceType(type))
  const problems = composite.flatMap(problemsOf(schema))
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

/** `type` is the name of a scalar, an enumeration or a type; of a list, that of its items, which are never null. */
function shapeOf(type) {
  const inner = isNonNullType(type) ? type.ofType : type
  return {
    type: getNamedType(inner).name,
    ...(!isNonNullType(type) && { isNullable: true }),
    ...(isListType(inner) && { isList: true }),
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

/** The arguments of each directive of a definition, by the name of the directive. */
const directives = (schema, { astNode }) =>
  Object.fromEntries(
    (astNode?.directives ?? []).map(({ name: { value } }) => [
      value,
      getDirectiveValues(schema.getDirective(value), astNode),
    ]),
  )

const problemsOf = (schema) => (type) => {
  const fields = fieldsOf(type)
  const saysOnce = (definition) => {
    const given = directives(schema, definition)
    return [given.permission, given.authenticated, given.public].filter(Boolean).length === 1
  }
  if (rootNames.includes(type.name))
    return fields.flatMap((field) => [
      ...(saysOnce(field)
        ? []
        : [`${type.name}.${field.name} has not exactly one of @permission, @authenticated and @public.`]),
      ...(type.name !== 'Subscription' || directives(schema, field).cached?.topics.length === 1
        ? []
        : [`Subscription.${field.name} has not exactly one topic in @cached.`]),
    ])
  if (isInterfaceType(type) || !fields.some(({ name }) => name === 'id') || saysOnce(type)) return []
  return [`${type.name} has an id and not exactly one of @permission and @public.`]
}
