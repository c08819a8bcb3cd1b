import type { Resolvers } from '../../../generated/graphql.ts'
import { DomainError } from '../../../lib/errors.ts'
import { setSubjectDetails } from '../../../monitoring/subjects/set-details.ts'
import {
  countSubjectRecords,
  findSubject,
  listSubjectRecords,
  type SubjectKey,
  type SubjectOrder,
} from '../../../monitoring/subjects/subject-records.ts'
import { connectionBy, withTotal } from '../../connection.ts'
import { actorOf, timeOf } from '../../context.ts'
import { subjectNode, subjectNodes, type SubjectNode } from '../../subject-node.ts'

export const subject = {
  Query: {
    subject: async (_root, key, context) => {
      const record = await findSubject(context.db, key)
      return record && subjectNode(record, context)
    },
    subjects: (_root, { filter, orderBy, ...page }, context) =>
      connectionBy(placeOf, page, async (limit, after) => {
        const query = { filter: filter ?? {}, order: { ...byKind, ...orderBy } }
        const { rows, ...rest } = await withTotal(
          listSubjectRecords(context.db, query, limit, after === null ? null : parsePlace(after)),
          () => countSubjectRecords(context.db, query.filter),
        )
        return { ...rest, rows: await subjectNodes(rows, context) }
      }),
  },
  Mutation: {
    setSubjectDetails: async (_root, { input }, context) => {
      const record = await setSubjectDetails(context.db, input, actorOf(context), timeOf(context))
      return { subject: await subjectNode(record, context) }
    },
  },
  Subject: {
    __resolveType: ({ kind }) => typeNames[kind],
  },
} satisfies Resolvers

const typeNames = { ENDPOINTS: 'Endpoint', LIBRERIAS: 'Library', INTEGRACIONES: 'Integration' } as const

const byKind: SubjectOrder = { field: 'KIND', direction: 'ASC' }

const keyOf = (node: SubjectNode) => ('key' in node ? node.key : node.id)

const placeOf = (node: SubjectNode) => `${node.kind}:${keyOf(node)}`

/** Reads what `placeOf` wrote. */
function parsePlace(place: string): SubjectKey {
  const [kind = '', ...rest] = place.split(':')
  if (!(kind in typeNames))
    throw new DomainError('INVALID_INPUT', 'This cursor is of another list: start again without one.')
  return { kind: kind as SubjectKey['kind'], id: rest.join(':') }
}
