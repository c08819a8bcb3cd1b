import { isEnumType, isInterfaceType, isObjectType, type GraphQLField } from 'graphql'
import { channels, formFieldsOf } from '../../../src/alerting/channels/channels.ts'
import { maxDeliveriesPerIncident, maxIncidentsPerDelivery } from '../../../src/alerting/deliveries/delivery-queries.ts'
import { maxFilterSubjects } from '../../../src/alerting/destinations/destination-filter.ts'
import { maxMutes } from '../../../src/alerting/mutes.ts'
import { permissions } from '../../../src/auth/permissions.ts'
import { isCounted } from '../../../src/graphql/guards/list-counts.ts'
import { isListField } from '../../../src/graphql/guards/list-sizes.ts'
import { maxLines, maxReferences } from '../../../src/graphql/resolvers/trade/document-chain.ts'
import { maxMessagesPerReplay } from '../../../src/graphql/resolvers/trade/replay-request.ts'
import { loadSchema } from '../../../src/graphql/schema.ts'
import { maxHosts } from '../../../src/http/ingest/records/record-schemas.ts'
import { areas } from '../../../src/inventory/areas.ts'
import { maxExamplesPerIncident } from '../../../src/monitoring/examples/example-queries.ts'
import { maxSuppressedCounts } from '../../../src/monitoring/health/kind-counts.ts'
import { fieldRules } from '../../../src/monitoring/health/rule/policy-validation.ts'
import { maxIncidentsPerRequest } from '../../../src/monitoring/incidents/bulk-actions.ts'
import { maxIncidentsPerCategory, maxSuppressed } from '../../../src/monitoring/incidents/incident-queries.ts'
import { categories } from '../../../src/monitoring/notifications/categories.ts'
import { maxServiceNames } from '../../../src/monitoring/services/service-names.ts'
import { maxSilentSources } from '../../../src/monitoring/notifications/notifications.ts'
import { kindsOfHours } from '../../../src/monitoring/health/traffic/expected-traffic.ts'
import { resolutionsMs } from '../../../src/monitoring/policy/recorded-history.ts'
import { maxUpstream } from '../../../src/monitoring/suppression/dependencies.ts'
import { maxMaintenances, maxWindows } from '../../../src/monitoring/suppression/maintenance.ts'
import { maxMatchedSubjects } from '../../../src/monitoring/suppression/subject-matcher.ts'
import { shownUnmatched } from '../../../src/monitoring/telemetry/sources/source-queries.ts'
import { maxDocumentTypes } from '../../../src/onboarding/unknown-parties.ts'
import { maxSeen, maxWarningCodes } from '../../../src/onboarding/seen-documents.ts'
import { stepKeys } from '../../../src/onboarding/steps.ts'
import { maxCandidates } from '../../../src/tracing/find-candidates.ts'
import { maxTraceIds } from '../../../src/tracing/gather-rows.ts'
import { maxSteps } from '../../../src/tracing/trace-rows.ts'
import { maxDocuments } from '../../../src/trade/chain/read-chain.ts'
import { maxFailureCodes } from '../../../src/trade/inbound/message-queries.ts'

const sizeOf = (values: object) => Object.keys(values).length

/** The limits that lists are kept to, by the names that the schema has for them; enums are in the schema itself. */
const limits: Readonly<Record<string, number>> = {
  areas: sizeOf(areas),
  categories: categories.length,
  maxCandidates,
  maxDeliveriesPerIncident,
  maxDocumentTypes,
  maxDocuments,
  maxExamplesPerIncident,
  maxFailureCodes,
  maxFilterSubjects,
  maxHosts,
  maxIncidentsPerCategory,
  maxIncidentsPerDelivery,
  maxIncidentsPerRequest,
  maxLines,
  maxMaintenances,
  maxMatchedSubjects,
  maxMessagesPerReplay,
  maxMutes,
  maxReferences,
  maxSeen,
  maxServiceNames,
  maxSilentSources,
  maxSteps,
  maxSuppressed,
  maxSuppressedCounts,
  maxTargetFields: Math.max(...channels.map((channel) => formFieldsOf(channel).length)),
  maxTraceIds,
  maxUpstream,
  maxWarningCodes,
  maxWindows,
  OnboardingStepKey: stepKeys.length,
  permissions: permissions.length,
  policyFields: sizeOf(fieldRules),
  resolutionsMs: sizeOf(resolutionsMs),
  kindsOfHours: kindsOfHours.length,
  // The argument `first` of `search` multiplies what is below that.
  search: 1,
  shownUnmatched,
}

const schema = loadSchema()

type List = { coordinate: string; field: GraphQLField<unknown, unknown> }

/** The lists of the schema that are not part of a page. */
const lists: List[] = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) || isInterfaceType(type))
  .filter((type) => !type.name.startsWith('__') && !('pageInfo' in type.getFields()))
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isListField(field))
      .map((field) => ({ coordinate: `${type.name}.${field.name}`, field })),
  )

/** The arguments of `@listSize` of a list. */
function listSizeOf({ field }: List): { assumedSize?: number; limit?: string; slicingArguments?: string } {
  const directive = field.astNode?.directives?.find(({ name }) => name.value === 'listSize')
  const given = directive?.arguments?.map(({ name, value }) => [name.value, 'value' in value ? value.value : 'list'])
  const { assumedSize, ...others } = Object.fromEntries(given ?? []) as Record<string, string>
  return { ...others, ...(assumedSize !== undefined && { assumedSize: Number(assumedSize) }) }
}

/**
 * A message can have 1,000 warnings and hardly ever has ten; to count them would read every message. A page of messages
 * with their warnings, which scripts of earlier releases read, must not be refused.
 */
const assumed = ['SinliMessage.warnings', 'SinliAttempt.warnings']

const isAlwaysSliced = (list: List) => listSizeOf(list).slicingArguments !== undefined

function limitNamed(name: string): number | undefined {
  const type = schema.getType(name)
  return isEnumType(type) ? type.getValues().length : limits[name]
}

describe('a list of the schema', () => {
  it('is always sliced by an argument, or counted, or limited', () => {
    const unbounded = lists.filter(
      (list) => !isAlwaysSliced(list) && !isCounted(list.coordinate) && listSizeOf(list).limit === undefined,
    )

    expect(lists.length).toBeGreaterThan(80)
    expect(unbounded.map(({ coordinate }) => coordinate).sort()).toEqual(assumed.toSorted())
  })

  it.each(lists.filter((list) => listSizeOf(list).limit !== undefined).map((list) => [list.coordinate, list] as const))(
    'that has a limit is assumed to have as many items unless it is counted: %s',
    (coordinate, list) => {
      const { assumedSize = 0, limit = '' } = listSizeOf(list)

      expect(limitNamed(limit)).toBeGreaterThan(0)
      expect(assumedSize).toBeGreaterThanOrEqual(limitNamed(limit) ?? Infinity)
      expect(assumedSize).toBeLessThanOrEqual(1.5 * (limitNamed(limit) ?? 0))
      expect(coordinate).toContain('.')
    },
  )

  it('that is counted takes `first`, unless it is the result of a mutation', () => {
    const counted = lists.filter(({ coordinate }) => isCounted(coordinate) && !coordinate.startsWith('Mutation.'))

    expect(counted.filter(({ field }) => !field.args.some(({ name }) => name === 'first'))).toEqual([])
  })

  it('takes `after` only where its items have an id, all of one type', () => {
    const paged = lists.filter(({ field }) => field.args.some(({ name }) => name === 'after'))
    const itemsOf = ({ field }: List) => schema.getType(String(field.type).replace(/[[\]!]/g, ''))

    expect(paged.length).toBeGreaterThan(20)
    expect(paged.filter((list) => !isObjectType(itemsOf(list)))).toEqual([])
    expect(
      paged.filter((list) => {
        const type = itemsOf(list)
        return !isObjectType(type) || !('id' in type.getFields())
      }),
    ).toEqual([])
  })
})
