import {
  getNamedType,
  isCompositeType,
  isObjectType,
  isUnionType,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { argumentsText } from './argument-text.ts'

const rootTypes = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const

/** The kind of operation that a path begins in. */
export type Root = keyof typeof rootTypes

/** A field of a path and its type; `on` is the type of the inline fragment that selects it, null if none is needed. */
type Step = { parent: string; on: string | null; field: GraphQLField<unknown, unknown> }

/** The fields from a root field down to objects of a type; `narrows` if an inline fragment has to tell them apart. */
export type SchemaPath = { root: Root; steps: readonly Step[]; type: GraphQLObjectType; narrows: boolean }

/** Values of arguments as text, by field and argument. */
export type Arguments = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * The paths of at most `depth` fields to objects of the types with these names, shortest first. `edges` and `node` of a
 * connection do not count. Fields of an interface are selected on it, all others on the concrete types.
 */
export function schemaPaths(
  schema: GraphQLSchema,
  root: Root,
  targets: ReadonlySet<string>,
  depth: number,
): SchemaPath[] {
  const paths: SchemaPath[] = []
  const concreteTypes = (type: GraphQLCompositeType) => (isObjectType(type) ? [type] : schema.getPossibleTypes(type))

  function stepsFrom(type: GraphQLCompositeType): Step[] {
    const own = isUnionType(type) ? {} : type.getFields()
    const further = concreteTypes(type).flatMap((concrete) =>
      Object.values(concrete.getFields())
        .filter(({ name }) => !(name in own))
        .map((field) => ({ parent: concrete.name, on: concrete.name, field })),
    )
    return [...Object.values(own).map((field) => ({ parent: type.name, on: null, field })), ...further]
  }

  function follow(steps: readonly Step[], type: GraphQLCompositeType) {
    for (const target of concreteTypes(type))
      if (targets.has(target.name)) paths.push({ root, steps, type: target, narrows: target !== type })
    if (steps.length === depth) return
    for (const step of stepsFrom(type)) {
      const objects = objectsOf(step.field)
      if (objects) follow([...steps, step], objects)
    }
  }

  follow([], schema.getType(rootTypes[root]) as GraphQLObjectType)
  return paths.sort((one, other) => one.steps.length - other.steps.length)
}

/** The objects of a field, of a connection those in its edges; null if it has none. */
function objectsOf(field: GraphQLField<unknown, unknown>): GraphQLCompositeType | null {
  const type = getNamedType(field.type)
  return !isCompositeType(type) || type.name === 'PageInfo' ? null : (nodeOf(type) ?? type)
}

function nodeOf(type: GraphQLCompositeType): GraphQLCompositeType | null {
  const edges = isObjectType(type) ? type.getFields()['edges'] : undefined
  const node = edges && (getNamedType(edges.type) as GraphQLObjectType).getFields()['node']
  return node ? (getNamedType(node.type) as GraphQLCompositeType) : null
}

/** The selection of a path with what to select at its end; `directive` is put on its root field. */
export function selectionOf(
  { steps, type, narrows }: SchemaPath,
  selected: string,
  { given = {}, directive = '' }: { given?: Arguments; directive?: string } = {},
): string {
  const end = narrows ? `... on ${type.name} { ${selected} }` : selected
  return steps.reduceRight((inner, { on, field }, index) => {
    const objects = nodeOf(getNamedType(field.type) as GraphQLCompositeType) ? `edges { node { ${inner} } }` : inner
    const head = `${field.name}${argumentsText(field, given[field.name])}${index === 0 ? directive : ''}`
    return on ? `... on ${on} { ${head} { ${objects} } }` : `${head} { ${objects} }`
  }, end)
}

/** A path as a person reads it. */
export const pathName = ({ root, steps, type }: SchemaPath) =>
  `${root} ${steps.map(({ on, field: { name } }) => (on ? `${on}!${name}` : name)).join('.')}: ${type.name}`

/** The type and name of the first or the last field of a path. */
export const fieldAt = ({ steps }: SchemaPath, at: 0 | -1) => {
  const { parent, field } = steps.at(at)!
  return `${parent}.${field.name}`
}

/** The fields of a type as a selection each, with the types of their objects. */
export const fieldTexts = (type: GraphQLObjectType, isSelected: (name: string) => boolean): string[] =>
  Object.values(type.getFields())
    .filter(({ name }) => isSelected(name))
    .map(
      (field) =>
        `${field.name}${argumentsText(field)}${isCompositeType(getNamedType(field.type)) ? ' { __typename }' : ''}`,
    )
