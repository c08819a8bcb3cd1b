import type { Localized } from '../../lib/language.ts'
import { kinds, operatedCollections } from '../../lib/kinds.ts'
import { wordOf } from '../words.ts'
import type { Limit, Numbers, Values } from '../catalogue.ts'

/** The numbers because of which a condition holds, as a sentence. */
type Condition = Readonly<{ evidence: Localized }>

/** The rule of a threshold: the end of a sentence. */
const thresholdRules = {
  RATIO: 'a ratio over 0 and up to 1',
  TIME: 'a number of milliseconds, 0 or more',
  WINDOW: 'a number of milliseconds, a multiple of 10000 and at most 3600000',
  WINDOW_OR_NONE: 'a number of milliseconds, a multiple of 10000 from 0 to 3600000',
  COUNT: 'a whole number, 1 or more',
  COUNT_OF_SEVERAL: 'a whole number, 2 or more',
  FACTOR: 'a factor, 1 or more',
  LEARNED_OR_FIXED: 'LEARNED or FIXED',
  LEARNED_OR_OFF: 'LEARNED or OFF',
  UNKNOWN_OR_FAILING: 'DESCONOCIDO or FALLANDO',
  INTERVAL_OR_NONE: 'a number of milliseconds over 0, or null',
} as const

/** The name of what a threshold must be. */
export type ThresholdRule = keyof typeof thresholdRules

const ruleText = wordOf(thresholdRules)

/** Sentences about subjects, their incidents, thresholds, planned work and heartbeats. */
export const monitoringInEnglish = {
  NO_SUBJECT: ({ kind, id }: Values<'kind' | 'id'>) => `There is no subject ${kind} ${id}.`,
  NO_SUBJECT_OF_KIND: ({ kind, id }: Values<'kind' | 'id'>) => `There is no subject ${id} of the kind ${kind}.`,
  NO_SUBJECT_NAMED: ({ kind, id }: Values<'kind' | 'id'>) => `There is no ${nounOf(kind)} ${id}.`,
  NO_AREA: ({ area }: Values<'area'>) => `There is no area ${area}.`,
  NO_SERVICE: ({ id }: Values<'id'>) => `There is no service ${id}.`,
  NO_INCIDENT: ({ id }: Values<'id'>) => `There is no incident ${id}.`,
  NO_MAINTENANCE: ({ id }: Values<'id'>) => `There is no maintenance ${id}.`,
  NO_HEARTBEAT: ({ id }: Values<'id'>) => `There is no heartbeat ${id}.`,
  NO_HEARTBEAT_OF_SECRET: () => 'There is no heartbeat with this secret.',
  NO_ENDPOINTS_OF_SERVICE: ({ service }: Values<'service'>) => `No service ${service} has told of its endpoints.`,
  SUBJECTS_TOO_MANY: ({ max, count }: Limit) => `At most ${max} subjects; these are ${count}.`,
  UPSTREAM_TOO_MANY: ({ max, count }: Limit) => `A subject depends on at most ${max}; these are ${count}.`,
  UPSTREAM_IS_ITSELF: () => 'A subject cannot depend on itself.',
  UPSTREAM_CIRCULAR: ({ circle }: Readonly<{ circle: readonly string[] }>) =>
    `These would depend on each other in a circle: ${circle.map((name, index) => `${name} ${index === 0 ? 'depends on' : 'on'} ${circle[(index + 1) % circle.length]}`).join(', ')}.`,
  CRITICAL_BY_SERVICE: () => 'The service of an endpoint declares whether it is critical.',
  OWNER_TOO_LONG: ({ max, count }: Limit) => `The owner has at most ${max} characters; this one has ${count}.`,
  RUNBOOK_INVALID: ({ max }: Numbers<'max'>) =>
    `The runbook must be a URL that begins with http:// or https://, of at most ${max} characters.`,
  RETIRED_BY_SERVICE: () =>
    `An endpoint is retired by the catalogue or by the service that reports it; here only ${operatedCollections} are.`,
  INTEGRATION_OF_VIGIA: ({ key }: Values<'key'>) =>
    `The integration ${key} is part of Vigía itself and cannot be retired.`,

  THRESHOLD_UNKNOWN: ({ threshold, existing }: Values<'threshold' | 'existing'>) =>
    `There is no threshold "${threshold}"; there are ${existing}.`,
  THRESHOLD_INVALID: ({ threshold, rule, value }: Values<'threshold' | 'value'> & Readonly<{ rule: ThresholdRule }>) =>
    `The threshold ${threshold} is ${ruleText(rule)}, not ${value}.`,
  THRESHOLDS_NOT_ASCENDING: () =>
    'The windows go from shortWindowMs over mediumWindowMs and longWindowMs to longestWindowMs, none shorter than the one before.',
  THRESHOLD_OVER_OTHER: ({ threshold, other }: Values<'threshold' | 'other'>) =>
    `The threshold ${threshold} is at most ${other}.`,
  THRESHOLD_NEEDS_INTERVAL: () =>
    'Where silenceMeans is FALLANDO, expectedIntervalMs says how often samples are expected.',
  RHYTHM_OF_SERVICE: () =>
    'How often a service reports is stated for the service (setServiceInterval), not by a threshold of its integration.',

  INCIDENT_ALREADY_YOURS: () => 'You have this incident already.',
  INCIDENT_OF_NOBODY: () => 'Nobody has taken this incident.',
  INCIDENT_TAKEN: ({ name }: Values<'name'>) => `This incident was already taken by ${name}.`,
  INCIDENT_TAKEN_BY_OTHER: () => 'This incident was already taken by somebody else.',
  INCIDENT_RESOLVED: () => 'This incident is already resolved.',
  INCIDENT_CHANGED: () => 'This incident has just been changed by somebody else. Look at it again.',
  CONDITION_HOLDS: ({ evidence }: Condition) => `The condition still holds: ${evidence.en}`,
  CONDITION_HOLDS_UNLESS_FORCED: ({ evidence }: Condition) =>
    `The condition still holds: ${evidence.en} It resolves by itself once it has recovered; to end it all the same, force it.`,
  LATENCY_OVER_BUDGET: ({ p95Ms, budgetMs }: Numbers<'p95Ms' | 'budgetMs'>) =>
    `Its p95 of ${p95Ms} ms is over the longest budget that its policy allows, ${budgetMs} ms. Raise slowBudgetMs first.`,
  LATENCY_NOT_KNOWN: () => 'Its latency is not known now: there is no sample of the last five minutes.',
  CAUSE_NOT_ACCEPTABLE: () =>
    'Only a latency over the learned budget, or lost traffic, can be accepted as normal; this incident has another cause.',
  CAUSE_CHANGED: () => 'The incident has another cause by now. Look at it again.',
  TRAFFIC_USUAL: () => 'Its traffic is as usual again.',
  INCIDENTS_NOT_NAMED: () => 'Say which incidents: either by `ids` or by a `filter`, and not by both.',
  INCIDENTS_NONE: () => 'Name at least one incident: `ids` is empty.',
  INCIDENTS_TOO_MANY: ({ max, count }: Limit) => `At most ${max} incidents a call; these are ${count}.`,
  INCIDENTS_TOO_MANY_MATCH: ({ max }: Numbers<'max'>) =>
    `More than ${max} incidents match, the limit of one call. Narrow the filter.`,
  INCIDENT_IDS_TOO_MANY: ({ max }: Numbers<'max'>) => `At most ${max} incidents can be asked for by their ids.`,
  NOTE_TOO_LONG: ({ max, count }: Limit) => `A note has at most ${max} characters; this one has ${count}.`,
  NOTE_EMPTY: () => 'Say something: the note must not be empty.',
  REASON_EMPTY: () => 'Say why: the reason must not be empty.',

  END_BEFORE_START: () => 'The end must come after the start.',
  END_IN_PAST: () => 'The end must lie in the future.',
  PERIOD_TOO_LONG: ({ max }: Numbers<'max'>) => `It must last at most ${max} days.`,
  START_TOO_FAR: () => 'The start must be less than five years ahead.',
  TIME_ZONE_UNKNOWN: ({ zone }: Values<'zone'>) => `There is no IANA time zone ${zone}.`,
  MAINTENANCE_OVER: () => 'This maintenance is over already.',
  RECURRENCE_PARTS_UNKNOWN: ({ parts }: Values<'parts'>) =>
    `\`recurrence\` is a rule of RFC 5545 of these parts: ${parts}.`,
  RECURRENCE_PART_INVALID: ({ part }: Values<'part'>) => `\`recurrence\` has an invalid part: ${part}.`,
  RECURRENCE_WITHOUT_FREQUENCY: ({ frequencies }: Values<'frequencies'>) =>
    `\`recurrence\` needs FREQ, one of ${frequencies}.`,
  RECURRENCE_ENDS_TWICE: () => '`recurrence` has COUNT or UNTIL, not both.',
  RECURRENCE_WITHOUT_FIRST: () => 'The first window, from `startsAt`, must be one of those that `recurrence` says.',

  HEARTBEAT_INTERVAL_INVALID: ({ min, max }: Numbers<'min' | 'max'>) =>
    `The interval is a whole number of seconds, ${min} to ${max} (366 days).`,
  HEARTBEAT_GRACE_INVALID: ({ min, max }: Numbers<'min' | 'max'>) =>
    `The grace is a whole number of seconds, ${min} to ${max} (366 days).`,
  BEAT_DURATION_INVALID: ({ max, given }: Numbers<'max'> & Values<'given'>) =>
    `"ms" is a number of milliseconds from 0 to ${max} (a day), not ${JSON.stringify(given)}. The run is recorded without it.`,
  BEAT_SECRETS_UNKNOWN: ({ max, seconds }: Numbers<'max' | 'seconds'>) =>
    `This address has named ${max} unknown heartbeats within a minute: try again in ${seconds} s.`,
  BEATS_TOO_MANY: ({ max, seconds }: Numbers<'max' | 'seconds'>) =>
    `A heartbeat may beat ${max} times a minute, and this one has: try again in ${seconds} s.`,
}

const nounOf = (kind: string): string => (kinds as Readonly<Record<string, { noun: string }>>)[kind]?.noun ?? kind
