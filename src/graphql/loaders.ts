import DataLoader from 'dataloader'
import { loadGrouped, loadMany, loadOne } from './batch-loading.ts'
import { createExampleLoaders } from './example-loaders.ts'
import { createAlertingLoaders } from './alerting-loaders.ts'
import { createIntegrationLoaders } from './integration-loaders.ts'
import { findObjectNames } from '../audit/object-names.ts'
import { findAccounts, findAccountsByEmail } from '../auth/operators.ts'
import { listUnattendedTokens } from '../auth/tokens/unattended-tokens.ts'
import type { RootDatabase } from '../database/database.ts'
import type { Clock } from '../lib/clock.ts'
import { findEndpoints } from '../inventory/endpoint-queries.ts'
import { listHistories, listTransitions, type HistoryKey, type HistoryPoint } from '../monitoring/history.ts'
import {
  findIncidents,
  findOpenIncidents,
  listIncidentsOfSubjects,
  countIncidentsOfSubjects,
  listOpenIncidents,
  listTimelines,
} from '../monitoring/incidents/incident-queries.ts'
import { findIncidentMoments } from '../monitoring/incidents/incident-evidence.ts'
import { findLearningProgress } from '../monitoring/health/learned-budget/learning-progress.ts'
import { findTimers, type SummaryOf } from '../monitoring/health/subject-timers.ts'
import { findPolicies, type IsProbed } from '../monitoring/policy/subject-policy.ts'
import { findCustomers } from '../trade/records/customer-queries.ts'
import { findLibraries } from '../trade/records/library-queries.ts'
import { createServiceLoaders } from './service-loaders.ts'
import { createSinliLoaders } from './sinli-loaders.ts'
import { createSuppressionLoaders } from './suppression-loaders.ts'

type LoaderDeps = { db: RootDatabase; clock: Clock; isProbed: IsProbed; summaryOf: SummaryOf }

/** Creates the batched reads of the resolvers, cached for one operation. */
export const createLoaders = ({ db, clock, isProbed, summaryOf }: LoaderDeps) => ({
  ...createAlertingLoaders(db),
  ...createExampleLoaders(db),
  ...createIntegrationLoaders(db),
  ...createServiceLoaders(db, clock),
  account: loadOne(
    (ids: readonly string[]) => findAccounts(db, ids),
    (account) => account.id,
  ),
  /** Retired endpoints. Endpoints in use are in the inventory of the operation and need no loader. */
  endpoint: loadOne(
    (ids: readonly string[]) => findEndpoints(db, ids),
    (endpoint) => endpoint.id,
  ),
  accountByEmail: loadOne(
    (emails: readonly string[]) => findAccountsByEmail(db, emails),
    (account) => account.email,
  ),
  auditObjectName: loadOne(
    (objects: readonly string[]) => findObjectNames(db, objects),
    (found) => found.object,
  ),
  customer: loadOne(
    (ids: readonly string[]) => findCustomers(db, ids),
    (customer) => customer.id,
  ),
  incident: loadOne(
    (ids: readonly string[]) => findIncidents(db, ids),
    (incident) => incident.id,
  ),
  openIncident: loadOne(
    (ids: readonly number[]) => findOpenIncidents(db, ids),
    (incident) => incident.subjectId,
  ),
  openIncidents: loadMany(
    (ids: readonly string[]) => listOpenIncidents(db, ids),
    (incident) => `${incident.kind}-${incident.severity}`,
  ),
  subjectIncidents: loadGrouped(
    (keys: readonly SubjectIncidents[], { limit }) =>
      listIncidentsOfSubjects(
        db,
        keys.map(({ subjectId }) => subjectId),
        limit,
      ),
    ({ limit }) => String(limit),
  ),
  subjectIncidentCount: loadOne(
    (ids: readonly number[]) => countIncidentsOfSubjects(db, ids),
    (counted) => counted.subjectId,
  ),
  learningProgress: loadOne(
    (ids: readonly number[]) => findLearningProgress(db, ids, clock.now()),
    (progress) => progress.subjectId,
  ),
  ...createSinliLoaders(db),
  ...createSuppressionLoaders(db),
  library: loadOne(
    (codes: readonly string[]) => findLibraries(db, codes),
    (library) => library.code,
  ),
  policy: loadOne(
    (ids: readonly number[]) => findPolicies(db, ids, isProbed),
    (policy) => policy.subjectId,
  ),
  timers: loadOne(
    (ids: readonly number[]) => findTimers(db, ids, summaryOf),
    (timers) => timers.subjectId,
  ),
  incidentMoments: loadOne(
    (ids: readonly string[]) => findIncidentMoments(db, ids),
    (moments) => moments.incidentId,
  ),
  timeline: loadMany(
    (ids: readonly string[]) => listTimelines(db, ids),
    (entry) => entry.incidentId,
  ),
  unattendedTokens: loadOne(
    (ids: readonly string[]) => listUnattendedTokens(db, ids, new Date(clock.now())),
    (tokens) => tokens.operatorId,
  ),
  transitions: loadMany(
    (ids: readonly number[]) => listTransitions(db, ids),
    (transition) => transition.subjectId,
  ),
  history: new DataLoader<HistoryKey, HistoryPoint[], string>(
    async (keys) => {
      const histories = await listHistories(db, keys)
      return keys.map((key) => histories.find((history) => nameOf(history) === nameOf(key))?.points ?? [])
    },
    { cacheKeyFn: nameOf },
  ),
})

export type Loaders = ReturnType<typeof createLoaders>

const nameOf = ({ subjectId, window, lengthen }: Omit<HistoryKey, 'at'>) => `${subjectId} ${window} ${lengthen}`

type SubjectIncidents = { subjectId: number; limit: number }
