import type { Actor } from '../../audit/actor.ts'
import { commit } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import type { Kind, Prisma } from '../../generated/prisma/client.ts'
import { DomainError } from '../../lib/errors.ts'
import { fieldRules } from '../health/rule/policy-validation.ts'
import type { LearnedLatency } from '../health/learned-budget/learned-latency.ts'
import {
  budgetInForce,
  budgetReason,
  type BudgetReason,
  type SlowBudget,
} from '../health/learned-budget/slow-budget.ts'
import { expectedTraffic, type ExpectedTraffic, type LearnedTraffic } from '../health/traffic/expected-traffic.ts'
import { auditObject, resolveKey, type SubjectKey } from '../subjects/subject-records.ts'
import {
  inOneSentence,
  policyFor,
  problemsIn,
  validPolicyFor,
  type Policy,
  type PolicyInput,
  type PolicyProblem,
} from '../health/rule/policy.ts'

/** The policy of a subject in force, its default without overrides, and the names of the overrides. */
export type SubjectPolicy = { effective: PolicyInForce; default: Policy; overridden: string[] }

/** A policy with the latency budget that follows from it at present, and the expected traffic. */
export type PolicyInForce = Policy & { budget: DescribedBudget; trafficBudget: DescribedTraffic }

/** A policy to display: in force, or only previewed. */
export type ShownPolicy = Policy & { budget?: DescribedBudget; trafficBudget?: DescribedTraffic }

/** A latency budget, the reason for it, and the learned latency behind it; null if the usual latency is unknown. */
export type DescribedBudget = SlowBudget & { subjectId: number; reason: BudgetReason; learned: LearnedLatency | null }

/** The stored knowledge of a subject's traffic, and the policy that says whether it is watched. */
export type DescribedTraffic = { subjectId: number; policy: Policy; learned: LearnedTraffic | null }

/** Changes of overrides by field; null goes back to the default, an absent field stays as it is. */
export type OverrideChanges = Readonly<Partial<Record<string, unknown>>>

/** Whether the service itself probes a subject, which makes less silence unusual. */
export type IsProbed = (kind: Kind, key: string) => boolean

type PolicyRow = {
  id: number
  kind: Kind
  key: string
  critical: boolean
  policy: Prisma.JsonValue
  latency: Prisma.JsonValue
  traffic: Prisma.JsonValue
  service: object | null
}
type Overrides = Record<string, unknown>

const columns = {
  ...{ id: true, kind: true, key: true, critical: true, policy: true, latency: true, traffic: true },
  service: { select: { id: true } },
} as const

/** The policies of subjects by their ids, in no particular order. */
export async function findPolicies(
  db: Database,
  subjectIds: readonly number[],
  isProbed: IsProbed,
): Promise<(SubjectPolicy & { subjectId: number })[]> {
  const rows = await db.subject.findMany({ where: { id: { in: [...subjectIds] } }, select: columns })
  return rows.map((row) => ({ subjectId: row.id, ...describePolicy(row, isProbed) }))
}

/** A subject's policy with changed overrides; `problems` are the reasons to reject them. */
export type DraftPolicy = { subjectId: number; current: Policy; draft: Policy | null; problems: PolicyProblem[] }

/**
 * The policy of a subject with changed overrides, without saving it.
 * @throws DomainError NOT_FOUND
 */
export async function draftPolicy(
  db: Database,
  ref: SubjectKey,
  changes: OverrideChanges,
  isProbed: IsProbed,
): Promise<DraftPolicy> {
  const row = await requireSubject(db, await resolveKey(db, ref))
  const input = { ...inputOf(row, isProbed), overrides: mergeOverrides(overridesOf(row), changes) }
  const { effective: current } = describePolicy(row, isProbed)
  const problems = problemsOfChange(row, input, changes)
  return { subjectId: row.id, current, draft: problems.length > 0 ? null : validPolicyFor(input).policy, problems }
}

/**
 * Changes the overrides of a subject's policy, which the next evaluation uses on every instance. Returns the policy
 * before and after.
 * @throws DomainError NOT_FOUND; INVALID_INPUT naming every override that makes no sense.
 */
export function setPolicy(
  db: RootDatabase,
  { ref: named, changes, isProbed }: { ref: SubjectKey; changes: OverrideChanges; isProbed: IsProbed },
  by: Actor,
  at: Date,
): Promise<{ policy: SubjectPolicy; previous: SubjectPolicy }> {
  return commit(db, async (tx) => {
    const ref = await resolveKey(tx, named)
    await tx.$queryRaw`SELECT 1 FROM "Subject" WHERE "kind" = ${ref.kind}::"Kind" AND "key" = ${ref.id} FOR NO KEY UPDATE`
    const before = await requireSubject(tx, ref)
    const overrides = mergeOverrides(overridesOf(before), changes)
    const problems = problemsOfChange(before, { ...inputOf(before, isProbed), overrides }, changes)
    if (problems.length > 0) throw new DomainError('INVALID_INPUT', inOneSentence(problems))
    const after = { ...before, policy: overrides as Prisma.JsonObject }
    const result = { policy: describePolicy(after, isProbed), previous: describePolicy(before, isProbed) }
    if (isSame(overridesOf(before), overrides)) return { result }
    // The version makes an evaluation that began with the old numbers write nothing.
    const policy = overrides as Prisma.InputJsonObject
    await tx.subject.update({ where: { id: before.id }, data: { policy, version: { increment: 1 } } })
    const sides = { before: overridesOf(before) as Prisma.InputJsonObject, after: policy }
    return {
      result,
      views: ['inventory'],
      changed: [before.id],
      audit: [{ by, at, action: 'policy.set', object: auditObject(ref), ...sides }],
    }
  })
}

/** The problems of the given fields only. Stored overrides with problems stay stored, but are not in force. */
function problemsOfChange(row: PolicyRow, input: PolicyInput, changes: OverrideChanges): PolicyProblem[] {
  const given = new Set(Object.keys(definedOnly(changes)))
  const problems = problemsIn(input).filter(({ fields }) => fields.some((field) => given.has(field)))
  return row.service && changesRhythm(row, input) ? [...problems, rhythmProblem] : problems
}

/** The interval of a service's integration cannot be overridden: each tick copies the interval of the service. */
const rhythmProblem: PolicyProblem = {
  fields: ['silenceMeans'],
  sentence: { code: 'RHYTHM_OF_SERVICE', parameters: {} },
}

const changesRhythm = (row: PolicyRow, { overrides }: PolicyInput) =>
  (['silenceMeans', 'expectedIntervalMs'] as const).some((name) => overrides?.[name] !== overridesOf(row)[name])

function describePolicy(row: PolicyRow, isProbed: IsProbed): SubjectPolicy {
  const input = inputOf(row, isProbed)
  const withoutOverrides = policyFor(input)
  const { policy: effective } = validPolicyFor({ ...input, overrides: overridesOf(row) })
  const overridden = Object.keys(withoutOverrides).filter((name) => Object.hasOwn(overridesOf(row), name))
  const inForce = {
    ...effective,
    budget: describeBudget(row, effective),
    trafficBudget: describeTraffic(row, effective),
  }
  return { effective: inForce, default: withoutOverrides, overridden }
}

const describeTraffic = ({ id: subjectId, traffic }: PolicyRow, policy: Policy): DescribedTraffic => ({
  subjectId,
  policy,
  learned: traffic as LearnedTraffic | null,
})

/** The traffic that is expected of a subject at `at`. */
export const expectedAt = ({ policy, learned }: DescribedTraffic, at: number): ExpectedTraffic =>
  expectedTraffic(policy.traffic === 'LEARNED', learned, at)

/**
 * The least number of requests expected at `at`, in tenths of a request a minute; null if none are expected or none are
 * learned.
 */
export function expectedPerMinuteAt(traffic: DescribedTraffic, at: number): number | null {
  const expected = expectedAt(traffic, at)
  return expected.reason === 'LEARNED' && expected.rate ? Math.round(10 * expected.rate.perMinute) / 10 : null
}

function describeBudget({ id: subjectId, latency }: PolicyRow, policy: Policy): DescribedBudget {
  const learned = latency as LearnedLatency | null
  const usual = learned && { normalP95Ms: Math.round(learned.normalP95Ms) }
  const reason = budgetReason(policy, learned)
  return { subjectId, ...budgetInForce(policy, learned), ...usual, reason, learned }
}

const inputOf = ({ kind, key, critical }: PolicyRow, isProbed: IsProbed) => ({
  kind,
  critical,
  probed: isProbed(kind, key),
})

// Names that are not thresholds (any more) are ignored, and dropped with the next change.
const overridesOf = ({ policy }: PolicyRow): Overrides =>
  Object.fromEntries(Object.entries((policy ?? {}) as Overrides).filter(([name]) => Object.hasOwn(fieldRules, name)))

function mergeOverrides(overrides: Overrides, changes: OverrideChanges): Overrides {
  const entries = Object.entries({ ...overrides, ...definedOnly(changes) })
  return Object.fromEntries(
    entries.filter(([, value]) => value !== null).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

const definedOnly = (changes: OverrideChanges) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

const isSame = (one: Overrides, other: Overrides) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

async function requireSubject(db: Database, { kind, id }: SubjectKey): Promise<PolicyRow> {
  const row = await db.subject.findFirst({ where: { kind, key: id, retiredAt: null }, select: columns })
  if (!row) throw new DomainError('NOT_FOUND', { code: 'NO_SUBJECT', parameters: { kind, id } })
  return row
}
