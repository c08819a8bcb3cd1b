import type { Resolvers } from '../../../generated/graphql.ts'
import { kinds } from '../../../lib/kinds.ts'
import { setSubjectDetails } from '../../../monitoring/subjects/set-details.ts'
import {
  countSubjectRecords,
  findSubject,
  listSubjectRecords,
  type SubjectRecord,
} from '../../../monitoring/subjects/subject-records.ts'
import { connectionBy, orderOf, withTotal } from '../../connection.ts'
import { actorOf, timeOf, type Context } from '../../context.ts'
import { subjectNode, type SubjectNode } from '../../subject-node.ts'

export const subject = {
  Query: {
    subject: async (_root, key, context) => {
      const record = await findSubject(context.db, key)
      return record && subjectNode(record, context)
    },
    subjects: (_root, { filter, orderBy, ...page }, context) =>
      connectionBy(placeOf, page, async (limit, after) => {
        const query = { filter: filter ?? {}, order: orderOf(orderBy ?? { field: 'KIND' }) }
        const { rows, ...rest } = await withTotal(listSubjectRecords(context.db, query, limit, after), () =>
          countSubjectRecords(context.db, query.filter),
        )
        return { ...rest, rows: await Promise.all(rows.map((row) => placedNode(row, context))) }
      }),
  },
  Mutation: {
    setSubjectDetails: async (_root, { input }, context) => {
      const record = await setSubjectDetails(context.db, input, actorOf(context), timeOf(context))
      return { subject: await subjectNode(record, context) }
    },
  },
  Subject: {
    __resolveType: ({ kind }) => kinds[kind].typeName,
  },
} satisfies Resolvers

type PlacedNode = SubjectNode & { place?: string }

const placeOf = ({ place = '' }: PlacedNode) => place

const placedNode = async (
  { record, place }: { record: SubjectRecord; place: string },
  context: Context,
): Promise<PlacedNode> => ({ ...(await subjectNode(record, context)), place })
