import { readFileSync, writeFileSync } from 'node:fs'
import { CriticalityLevel, diff } from '@graphql-inspector/core'
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
  type GraphQLNamedType,
} from 'graphql'
import { loadSchema } from '../../src/graphql/schema.ts'

/** The released schema, which clients rely on. It changes on purpose only. */
const snapshot = new URL('../schema.snapshot.graphql', import.meta.url)
const howToUpdate =
  'Where that is meant, run UPDATE_SCHEMA=true npm test -- test/graphql/schema and commit what it writes.'

/** The schema as clients see it: without the directives beside its fields. */
const schema = buildSchema(printSchema(loadSchema()))

beforeAll(() => {
  if (process.env['UPDATE_SCHEMA'] === 'true') writeFileSync(snapshot, `${printSchema(schema)}\n`)
})

const promised = () => readFileSync(snapshot, 'utf8')

it('takes nothing away that clients rely on', async () => {
  const changes = await diff(buildSchema(promised()), schema)

  const breaking = changes.filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
  if (breaking.length > 0)
    throw new Error(`This breaks clients: ${messagesOf(breaking)} Deprecate instead. ${howToUpdate}`)
})

it('promises clients everything that it has', async () => {
  const changes = await diff(buildSchema(promised()), schema)

  if (changes.length > 0) throw new Error(`The schema is not what it was: ${messagesOf(changes)} ${howToUpdate}`)
})

it.each(typesOf())('says what %s is, and all that belongs to it', (_, type) => {
  const wordless = partsOf(type).filter(({ description }) => !description?.trim())

  expect(wordless.map(({ name }) => name)).toEqual([])
})

const messagesOf = (changes: readonly { message: string }[]) => changes.map(({ message }) => `${message}.`).join(' ')

/** The types that are ours, by name. */
function typesOf(): [string, GraphQLNamedType][] {
  const ours = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  )
  return ours.map((type) => [getNamedType(type).name, type])
}

type Described = { name: string; description?: string | null }

/** A type, its fields, their arguments and its values. */
function partsOf(type: GraphQLNamedType): Described[] {
  if (isEnumType(type)) return [type, ...type.getValues()]
  if (isInputObjectType(type)) return [type, ...Object.values(type.getFields())]
  if (isObjectType(type)) return [type, ...Object.values(type.getFields()).flatMap((field) => [field, ...field.args])]
  return [type]
}
