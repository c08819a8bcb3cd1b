import type { Resolvers } from '../../../generated/graphql.ts'
import {
  endMaintenance,
  listMaintenances,
  nextWindows,
  planMaintenance,
} from '../../../monitoring/suppression/maintenance.ts'
import { isActiveAt } from '../../../monitoring/suppression/maintenance-windows.ts'
import type { SubjectRecord } from '../../../monitoring/subjects/subject-records.ts'
import { toMatcher } from '../../../monitoring/suppression/subject-matcher.ts'
import { actorOf, timeOf } from '../../context.ts'
import { firstOf, sliceList } from '../../list-slice.ts'
import { areasOf, subjectNodes } from '../../subject-node.ts'

export const maintenance = {
  Query: {
    maintenances: async (_root, slice, context) =>
      sliceList(await listMaintenances(context.db, timeOf(context)), slice),
  },
  Mutation: {
    planMaintenance: (_root, { input }, context) =>
      planMaintenance(context.db, input, actorOf(context), timeOf(context)),
    endMaintenance: (_root, { id }, context) => endMaintenance(context.db, id, actorOf(context), timeOf(context)),
  },
  Maintenance: {
    matcher: ({ matcher }) => toMatcher(matcher),
    active: (planned, _args, { clock }) => isActiveAt(planned, clock.now()),
    windows: (planned, slice, { clock }) => firstOf(nextWindows(planned, clock.now()), slice),
    incidents: async ({ id }, slice, { loaders }) => sliceList(await loaders.maintenanceIncidents.load(id), slice),
  },
  SubjectMatcher: {
    kinds: ({ kinds }) => [...kinds],
    areas: ({ areas }, _args, context) => areasOf(areas, context),
    subjects: async ({ subjects }, slice, context) => {
      const records = await context.loaders.subject.loadMany(firstOf(subjects, slice))
      return subjectNodes(
        records.filter((record): record is SubjectRecord => record !== null && !(record instanceof Error)),
        context,
      )
    },
  },
} satisfies Resolvers
