import type { MxOutcome, OnboardingStepKey, State } from '../generated/prisma/enums.ts'
import { enumerations } from '../generated/contract.ts'

/** The steps in their order: the first one that is missing is the next. */
export const stepKeys = enumerations.OnboardingStepKey satisfies readonly OnboardingStepKey[]

/** Steps without data to derive them from: an operator completes them. */
export const manualSteps: readonly OnboardingStepKey[] = ['CONTRACT', 'FISCAL_DATA', 'TRAINING']

/** The facts about a library that decide its steps. */
export type OnboardingFacts = {
  name: string
  city: string | null
  province: string | null
  email: string | null
  /** The last MX check of its domain; null before the first. */
  mx: { domain: string; outcome: MxOutcome; hosts: readonly string[]; checkedAt: Date } | null
  sinliId: string | null
  /** The supplier, or the other library, with the same SINLI id, whatever its case. */
  sinliIdHolder: string | null
  /** Messages that failed because its SINLI id was not known. */
  pending: number
  firstMessage: { id: string; at: Date } | null
  firstDocument: { id: string; at: Date; document: string; version: string | null } | null
  customers: number
  lockedCustomers: number
  state: State
  stateSince: Date
  hasRecentSamples: boolean
  /** The last incident of the library; `resolvedAt` is null while it is open. */
  lastIncident: { number: number; openedAt: Date; resolvedAt: Date | null } | null
  /** Steps completed by an operator or waived. */
  marks: readonly StepMark[]
}

/** A step that an operator completed, or waived for a reason. */
export type StepMark = { key: OnboardingStepKey; at: Date; byId: string; waiver: string | null }

type ParameterValue = string | number | readonly string[] | null

/** The result of evaluating a step: a sentence code and its values. */
export type StepFinding = { isDone: boolean; code: string; parameters: Readonly<Record<string, ParameterValue>> }

export type StepStatus = 'DONE' | 'MISSING' | 'WAIVED'

/** An evaluated step: done by the data or by hand, waived, or missing. */
export type EvaluatedStep = Omit<StepFinding, 'isDone'> & {
  key: OnboardingStepKey
  status: StepStatus
  mark: StepMark | null
}

const stableMs = 72 * 3_600_000

/** All steps of a library at `at` (milliseconds since 1970), in their order. */
export function evaluateSteps(facts: OnboardingFacts, at: number): EvaluatedStep[] {
  return stepKeys.map((key) => {
    const mark = facts.marks.find((one) => one.key === key) ?? null
    const { isDone, code, parameters } = findings[key](facts, at)
    const isWaived = mark !== null && mark.waiver !== null
    return { key, code, parameters, mark, status: isDone ? 'DONE' : isWaived ? 'WAIVED' : 'MISSING' }
  })
}

/** The first step that is missing; null if all are done or waived. */
export const nextStep = (steps: readonly EvaluatedStep[]): EvaluatedStep | null =>
  steps.find(({ status }) => status === 'MISSING') ?? null

/** The domain of an e-mail address, in lower case; null for an invalid address. */
export const domainOf = (email: string | null): string | null =>
  /^[^@\s]+@([^@\s]+\.[^@\s.]+)$/.exec(email?.trim() ?? '')?.[1]?.toLowerCase() ?? null

type Find = (facts: OnboardingFacts, at: number) => StepFinding

const done = (code: string, parameters: StepFinding['parameters'] = {}): StepFinding => ({
  isDone: true,
  code,
  parameters,
})

const missing = (code: string, parameters: StepFinding['parameters'] = {}): StepFinding => ({
  isDone: false,
  code,
  parameters,
})

const findMark =
  (key: OnboardingStepKey): Find =>
  ({ marks }) =>
    marks.some((mark) => mark.key === key && mark.waiver === null) ? done('TICKED') : missing('NOT_TICKED')

const findings: Readonly<Record<OnboardingStepKey, Find>> = {
  RECORD: findRecord,
  EMAIL: findMx,
  SINLI_ID: findSinliId,
  PENDING_MESSAGES: findPending,
  FIRST_MESSAGE: ({ firstMessage }) =>
    firstMessage
      ? done('FIRST_MESSAGE', { messageId: firstMessage.id, at: firstMessage.at.toISOString() })
      : missing('NO_MESSAGE'),
  FIRST_DOCUMENT: findFirstDocument,
  CUSTOMERS: ({ customers, lockedCustomers }) =>
    customers > 0 ? done('CUSTOMERS', { count: customers, locked: lockedCustomers }) : missing('NO_CUSTOMERS'),
  SIGNALS: findSignals,
  CONTRACT: findMark('CONTRACT'),
  FISCAL_DATA: findMark('FISCAL_DATA'),
  TRAINING: findMark('TRAINING'),
  STABLE: findStable,
}

function findRecord({ name, city, province, email }: OnboardingFacts): StepFinding {
  const absent = Object.entries({ name, city, province, email }).flatMap(([field, value]) =>
    value?.trim() ? [] : [field],
  )
  return absent.length === 0 ? done('RECORD_COMPLETE') : missing('RECORD_INCOMPLETE', { fields: absent })
}

const mxProblems: Readonly<Record<Exclude<MxOutcome, 'FOUND'>, string>> = {
  NONE: 'MX_NONE',
  NO_DOMAIN: 'MX_NO_DOMAIN',
  TIMED_OUT: 'MX_TIMED_OUT',
  FAILED: 'MX_FAILED',
}

function findMx({ email, mx }: OnboardingFacts): StepFinding {
  if (!email?.trim()) return missing('EMAIL_MISSING')
  const domain = domainOf(email)
  if (domain === null) return missing('EMAIL_INVALID', { email })
  // A check of an earlier address's domain does not apply to this one.
  if (mx?.domain !== domain) return missing('MX_NOT_CHECKED', { domain })
  const parameters = { domain, at: mx.checkedAt.toISOString() }
  return mx.outcome === 'FOUND'
    ? done('MX_FOUND', { ...parameters, hosts: mx.hosts })
    : missing(mxProblems[mx.outcome], parameters)
}

function findSinliId({ sinliId, sinliIdHolder }: OnboardingFacts): StepFinding {
  if (sinliId === null) return missing('SINLI_ID_MISSING')
  if (!/^[A-Za-z0-9]{8}$/.test(sinliId)) return missing('SINLI_ID_MALFORMED', { sinliId })
  if (sinliIdHolder !== null) return missing('SINLI_ID_TAKEN', { sinliId, holder: sinliIdHolder })
  return done('SINLI_ID_VALID', { sinliId })
}

function findPending({ sinliId, pending }: OnboardingFacts): StepFinding {
  if (sinliId === null) return missing('PENDING_NEEDS_SINLI_ID')
  return pending === 0 ? done('PENDING_NONE', { sinliId }) : missing('PENDING_MESSAGES', { sinliId, count: pending })
}

function findFirstDocument({ firstDocument }: OnboardingFacts): StepFinding {
  if (!firstDocument) return missing('NO_DOCUMENT')
  const { id, at, document, version } = firstDocument
  return done('FIRST_DOCUMENT', { messageId: id, at: at.toISOString(), document, version })
}

function findSignals({ state, hasRecentSamples }: OnboardingFacts): StepFinding {
  if (!hasRecentSamples) return missing('NO_SAMPLES')
  return state === 'DESCONOCIDO' ? missing('STATE_UNKNOWN') : done('SIGNALS', { state })
}

function findStable({ state, stateSince, lastIncident }: OnboardingFacts, at: number): StepFinding {
  if (lastIncident?.resolvedAt === null) return missing('INCIDENT_OPEN', { number: lastIncident.number })
  if (state !== 'OPERATIVO') return missing('NOT_OPERATIONAL', { state })
  const since = Math.max(stateSince.getTime(), lastIncident?.resolvedAt.getTime() ?? 0)
  const parameters = { since: new Date(since).toISOString() }
  if (at - since >= stableMs) return done('STABLE', parameters)
  return missing('STABLE_SOON', { ...parameters, at: new Date(since + stableMs).toISOString() })
}
