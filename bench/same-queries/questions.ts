import { getOperationAST, OperationTypeNode, parse } from 'graphql'
import { loadSchema } from '../../src/graphql/schema.ts'
import type { Arguments } from '../../test/support/graphql/schema-paths.ts'
import { variablesOf } from '../../test/support/graphql/operation-variables.ts'
import { readDocuments } from '../query-question.ts'

/** A query of the admin application, and its id in the build; null for a document that no server has seen. */
export type Question = { name: string; documentId: string | null; text: string; variables: Record<string, unknown> }

const dayMs = 86_400_000

/** All queries of the admin application, with the arguments that find the given objects, and pages of 50. */
export function readQuestions(given: Arguments, at: number): Question[] {
  const day = (moment: number) => new Date(moment).toISOString()
  const yesterday = { since: day(at - dayMs), today: day(at - dayMs), from: day(at - dayMs), to: day(at) }
  const more = { ...yesterday, first: 50, search: 'librería', object: 'customer:ej-1' }
  return readDocuments().flatMap(({ id: documentId, text }) => {
    const operation = getOperationAST(parse(text))
    if (operation?.operation !== OperationTypeNode.QUERY) return []
    const names = new Set(operation.variableDefinitions?.map(({ variable }) => variable.name.value))
    const known = Object.fromEntries(Object.entries(more).filter(([name]) => names.has(name)))
    const variables = { ...variablesOf(loadSchema(), operation, given), ...known }
    return [{ name: operation.name?.value ?? '', documentId, text, variables }]
  })
}
