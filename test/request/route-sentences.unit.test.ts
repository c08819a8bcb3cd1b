import { z } from 'zod'
import { operations } from '../../src/http/all-routes.ts'
import { deferredSchemas } from '../../src/http/fields/zod-fields.ts'
import { render } from '../../src/messages/sentences.ts'
import { sentenceOfIssue } from '../../src/request/issue-sentence.ts'
import { validValue, wrongValues } from '../support/wrong-values.ts'

type Named = [name: string, schema: z.ZodType]

const schemasOfRoutes = operations.flatMap(({ operationId, ...route }) =>
  (['params', 'query', 'headers', 'body'] as const).flatMap((part): Named[] => {
    const schema = route[part]
    return schema ? [[`${operationId}, ${part}`, schema]] : []
  }),
)
const deferred = deferredSchemas.map((schema): Named => [schema.meta()?.id ?? '', schema])
// A body that is parsed by a transformation alone is among those that are documented.
const schemas = [...schemasOfRoutes, ...deferred].filter(([name]) => name !== 'replayMessages, body')

it.each(schemas)('%s: what is wrong is told by a sentence of its own, as English tells it', (_name, schema) => {
  const issues = wrongValues(schema).flatMap((value) => issuesOf(schema, value))

  expect([...new Set(issues.flatMap((issue) => unequal(issue) ?? []))]).toEqual([])
})

it.each(schemas)('%s: the wrong values are made from a valid one', (_name, schema) => {
  expect(issuesOf(schema, validValue(schema))).toEqual([])
})

/** The issues of a value, each with those of the forms of a union. */
function issuesOf(schema: z.ZodType, value: unknown): z.core.$ZodIssue[] {
  return errorOf(schema, value).flatMap(withForms)
}

/** The issues of a value, of one that a transformation parses too. */
function errorOf(schema: z.ZodType, value: unknown): z.core.$ZodIssue[] {
  try {
    return schema.safeParse(value).error?.issues ?? []
  } catch (error) {
    return (error as z.ZodError).issues
  }
}

const withForms = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] => [
  issue,
  ...(issue.code === 'invalid_union' ? issue.errors.flat().flatMap(withForms) : []),
]

/** Both texts of an issue whose sentence says something else than its message; null if it says the same. */
function unequal(issue: z.core.$ZodIssue): string | null {
  const sentence = sentenceOfIssue(issue)
  const isSaid = sentence.code !== 'FIELD_INVALID' && issue.message === render(sentence, 'en')
  return isSaid || isOfZod(issue) ? null : `${issue.message} / ${render(sentence, 'es')}`
}

/** Whether a message is of zod itself, which tells no more than the code of its issue. */
const isOfZod = ({ code, message }: z.core.$ZodIssue) => code !== 'custom' && ofZod.test(message)

const ofZod = /^(?:Invalid input|Invalid option|Unrecognized key)/
