import { can } from '../../../auth/permissions.ts'
import type { Resolvers } from '../../../generated/graphql.ts'
import { refusalText } from '../../../monitoring/services/refusal-text.ts'
import { countUnwatchedServices, listServices, type LastRefusal } from '../../../monitoring/services/service-queries.ts'
import { setServiceInterval } from '../../../monitoring/services/set-service-interval.ts'
import { languageOf } from '../../language-argument.ts'
import { parseFirst } from '../../connection.ts'
import { actorOf, timeOf } from '../../context.ts'
import { firstOf, sliceList } from '../../list-slice.ts'
import { subjectNodes } from '../../subject-node.ts'

export const service = {
  Query: {
    services: async (_root, { watched = null, ...slice }, context) =>
      sliceList(await listServices(context.db, watched, timeOf(context)), slice),
    unwatchedServices: (_root, _args, { db }) => countUnwatchedServices(db),
  },
  Mutation: {
    setServiceInterval: (_root, { input: { id, reportsEverySeconds = null } }, context) =>
      setServiceInterval(context.db, { id, reportsEverySeconds }, actorOf(context), timeOf(context)),
  },
  Integration: {
    service: ({ subjectId }, _args, { loaders }) => loaders.serviceOf.load(subjectId),
  },
  ApiToken: {
    service: ({ serviceId }, _args, { loaders }) => (serviceId === null ? null : loaders.service.load(serviceId)),
  },
  Service: {
    watched: ({ intervalSeconds }) => intervalSeconds !== null,
    observedIntervalSeconds: async ({ integration }, _args, { loaders }) =>
      integration && ((await loaders.observedInterval.load(integration.subjectId))?.seconds ?? null),
    formats: async ({ id }, _args, { loaders }) => (await loaders.sourceTelemetry.load(id))?.formats ?? [],
    sends: async ({ id }, _args, { loaders }) => (await loaders.sourceTelemetry.load(id))?.sends ?? [],
    refused: async ({ id }, _args, { loaders }) => (await loaders.sourceTelemetry.load(id))?.refused ?? [],
    subjects: async ({ id }, { first }, context) =>
      subjectNodes(await context.loaders.serviceSubjects.load({ serviceId: id, limit: parseFirst(first) }), context),
    tokens: async ({ id }, slice, { viewer, loaders }) =>
      viewer && can(viewer, 'manage:Operator') ? firstOf(await loaders.serviceTokens.load(id), slice) : null,
  },
  ReportEvidence: {
    lastReportAt: ({ lastReportAt }) => new Date(lastReportAt),
    refusal: ({ refusal }) => refusal && ({ ...refusal, at: new Date(refusal.at) } as LastRefusal),
  },
  ReportRefusal: {
    environment: ({ values }) => values.environment ?? null,
    tokenEndedAt: ({ values }) => (values.at === undefined ? null : new Date(values.at)),
    text: (refusal, { language }) => refusalText(refusal, languageOf(language)),
  },
} satisfies Resolvers
