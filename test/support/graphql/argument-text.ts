import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql'

/** The arguments of a field as text: those that it requires, with some valid value of their type, and the given ones. */
export function argumentsText({ args }: GraphQLField<unknown, unknown>, given: Readonly<Record<string, string>> = {}) {
  const texts = args.flatMap(({ name, type, defaultValue }) => {
    const needed = isNonNullType(type) && defaultValue === undefined
    return name in given ? [`${name}: ${given[name]}`] : needed ? [`${name}: ${something(type)}`] : []
  })
  return texts.length > 0 ? `(${texts.join(', ')})` : ''
}

/** Some valid value of a type, as text. */
export function something(type: GraphQLInputType): string {
  if (isNonNullType(type)) return something(type.ofType)
  if (isListType(type)) return `[${something(type.ofType)}]`
  if (type instanceof GraphQLEnumType) return type.getValues()[0]?.name ?? ''
  if (type instanceof GraphQLInputObjectType) {
    const needed = Object.values(type.getFields()).filter((field, index) =>
      type.isOneOf ? index === 0 : isNonNullType(field.type) && field.defaultValue === undefined,
    )
    return `{ ${needed.map((field) => `${field.name}: ${something(field.type)}`).join(', ')} }`
  }
  return (
    { Int: '1', Float: '1.5', Boolean: 'true', DateTime: '"2026-01-01T00:00:00Z"', JSON: '{}' }[type.name] ?? '"nobody"'
  )
}
