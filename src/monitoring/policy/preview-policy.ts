import type { Database } from '../../database/database.ts'
import type { Severity } from '../../generated/prisma/client.ts'
import type { Policy, PolicyProblem } from '../health/rule/policy.ts'
import type { Incident } from '../incidents/incident.ts'
import type { SubjectKey } from '../subjects/subject-records.ts'
import { readRecordedHistory, type HistoryPart } from './recorded-history.ts'
import { readRecordedRequests } from './recorded-requests.ts'
import { simulateHistory } from './simulate-history.ts'
import { draftPolicy, type IsProbed, type OverrideChanges } from './subject-policy.ts'

/**
 * An incident of an outcome. `id` is null for a simulated incident; `resolvedAt` is null if the incident stayed open.
 */
export type OutcomeIncident = { id: string | null; openedAt: Date; resolvedAt: Date | null; severity: Severity }

/**
 * The incidents within a period, newest first, their number, and the whole minutes of the period in which an incident
 * was open.
 */
export type PolicyOutcome = { incidents: OutcomeIncident[]; incidentCount: number; minutes: number }

/** A part of the previewed period, and the length in seconds of the stored buckets it was evaluated with. */
export type HistoryResolution = { from: Date; to: Date; bucketSeconds: number }

/** The past under a draft of a policy, and what really happened. */
export type PreviewResult = {
  policy: Policy
  from: Date
  to: Date
  exactFrom: Date
  resolutions: HistoryResolution[]
  happened: PolicyOutcome
  /** The outcome under the saved policy. It is computed on demand, because that takes as long as for the draft. */
  current: () => Promise<PolicyOutcome>
  draft: PolicyOutcome
}

/** The result of a preview; null if the draft has problems and would be refused. */
export type PolicyPreview = { result: PreviewResult | null; problems: PolicyProblem[] }

/**
 * Simulates the past of a subject over the 90 days before `at` with changed overrides, by the rule and the lifecycle of
 * production. Saves nothing.
 * @throws DomainError NOT_FOUND
 */
export async function previewPolicy(
  db: Database,
  { ref, changes, isProbed }: { ref: SubjectKey; changes: OverrideChanges; isProbed: IsProbed },
  at: number,
): Promise<PolicyPreview> {
  const { subjectId, current, draft, problems } = await draftPolicy(db, ref, changes, isProbed)
  if (!draft) return { result: null, problems }
  const { parts: history, exactFrom, ...period } = await readRecordedHistory(db, subjectId, at)
  const requests = await readRecordedRequests(db, subjectId, history)
  const happened = await listStoredIncidents(db, subjectId, period)
  const outcomeUnder = async (policy: Policy) =>
    simulatedOutcome(await simulateHistory(history, policy, requests), period)
  return {
    result: {
      policy: draft,
      from: new Date(period.from),
      to: new Date(period.to),
      exactFrom: new Date(exactFrom),
      resolutions: history.flatMap(resolutionOf),
      happened: outcomeOf(happened, period),
      current: () => outcomeUnder(current),
      draft: await outcomeUnder(draft),
    },
    problems,
  }
}

type Period = { from: number; to: number }

const simulatedOutcome = (incidents: readonly Incident[], period: Period): PolicyOutcome =>
  outcomeOf(
    incidents.map(({ openedAt, resolvedAt, maxSeverity }) => ({
      id: null,
      openedAt: new Date(openedAt),
      resolvedAt: resolvedAt === null ? null : new Date(resolvedAt),
      severity: maxSeverity,
    })),
    period,
  )

function outcomeOf(incidents: readonly OutcomeIncident[], { from, to }: Period): PolicyOutcome {
  const ms = incidents.reduce((sum, { openedAt, resolvedAt }) => {
    const begins = Math.max(openedAt.getTime(), from)
    return sum + Math.max(0, Math.min(resolvedAt?.getTime() ?? to, to) - begins)
  }, 0)
  const newestFirst = [...incidents].sort((one, other) => other.openedAt.getTime() - one.openedAt.getTime())
  return { incidents: newestFirst, incidentCount: incidents.length, minutes: Math.round(ms / 60_000) }
}

async function listStoredIncidents(db: Database, subjectId: number, { from, to }: Period): Promise<OutcomeIncident[]> {
  const rows = await db.incident.findMany({
    where: {
      subjectId,
      openedAt: { lt: new Date(to) },
      OR: [{ resolvedAt: null }, { resolvedAt: { gt: new Date(from) } }],
    },
    select: { id: true, openedAt: true, resolvedAt: true, maxSeverity: true },
  })
  return rows.map(({ maxSeverity, ...row }) => ({ ...row, severity: maxSeverity }))
}

const resolutionOf = ({ from, to, bucketMs, rows }: HistoryPart): HistoryResolution[] =>
  rows.length === 0 ? [] : [{ from: new Date(from), to: new Date(to), bucketSeconds: bucketMs / 1000 }]
