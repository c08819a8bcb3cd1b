import {
  type Channel,
  type DestinationInput,
  type EditableDestination,
} from '../../../../api/incidents/destinations.ts'
import {
  type DestinationTargetInput,
  type EventType,
  type GroupBy,
  type TargetFieldInput,
} from '../../../../generated/graphql.ts'
import { language } from '../../../../i18n.ts'
import { timeZone } from '../../../../format/madridTime.ts'
import { everything, isScopeEmpty, type ScopeSelection, toScopeInput, toSelection } from '../../../../subjects/scope.ts'
import { keysOf } from '../../../../ui/labels.ts'

/** The times of a destination in minutes; null if none is entered. */
type Times = {
  wait: number | null
  interval: number | null
  repeat: number | null
  onlyUnacknowledgedAfter: number | null
}

/** A destination as the form edits it. */
export type DestinationDraft = Times & {
  name: string
  channel: Channel
  /** The entered values by field name. If nothing is entered, the destination keeps its target. */
  target: Readonly<Record<string, string>>
  scope: ScopeSelection
  failingOnly: boolean
  criticalOnly: boolean
  groupBy: GroupBy
  /** The events to send; null for all, including those of later versions. */
  events: EventType[] | null
  tellsResolved: boolean
  language: string
  digestHour: number | null
  digestZone: string
}

/** Limits of the times in minutes, as the server checks them. */
export const timeLimits: Record<keyof Times, { min: number; max: number }> = {
  wait: { min: 0, max: 60 },
  interval: { min: 0.2, max: 1440 },
  repeat: { min: 1, max: 10_080 },
  onlyUnacknowledgedAfter: { min: 0.2, max: 1440 },
}

/** The draft of a new destination, with the defaults of the server. */
export const emptyDraft = (channel: Channel): DestinationDraft => ({
  name: '',
  channel,
  target: {},
  scope: everything,
  failingOnly: false,
  criticalOnly: false,
  groupBy: 'ALL',
  wait: 0.5,
  interval: 5,
  repeat: 240,
  onlyUnacknowledgedAfter: null,
  events: null,
  tellsResolved: true,
  language,
  digestHour: null,
  digestZone: timeZone,
})

/** The draft of an existing destination. */
export const toDraft = (destination: EditableDestination): DestinationDraft => ({
  name: destination.name,
  channel: destination.channel,
  target: {},
  scope: toSelection(destination.filter),
  failingOnly: isFailingOnly(destination.filter.severities),
  criticalOnly: destination.filter.criticalOnly,
  groupBy: destination.groupBy,
  wait: toMinutes(destination.waitSeconds),
  interval: toMinutes(destination.intervalSeconds),
  repeat: toMinutes(destination.repeatSeconds),
  onlyUnacknowledgedAfter: toMinutes(destination.onlyUnacknowledgedAfterSeconds),
  events: destination.events,
  tellsResolved: destination.tellsResolved,
  language: destination.language,
  digestHour: destination.digestHour,
  digestZone: destination.digestZone ?? timeZone,
})

/** Whether a filter selects only the severity Fallando. */
export const isFailingOnly = (severities: readonly string[]): boolean =>
  severities.length === 1 && severities[0] === 'FALLANDO'

/**
 * The part of a draft that is missing or out of range. `order`: the interval of repetitions is shorter than the minimum
 * interval between two messages.
 */
type DraftProblem = 'name' | 'target' | 'scope' | keyof Times | 'order'

/** The first problem of a draft; undefined if it can be sent. With `isNew`, a target is required. */
export function problemOf(draft: DestinationDraft, isNew: boolean): DraftProblem | undefined {
  if (draft.name.trim() === '') return 'name'
  if (emptyField(draft) && (isNew || isTargetEntered(draft))) return 'target'
  if (isScopeEmpty(draft.scope)) return 'scope'
  const wrongTime = keysOf(timeLimits).find((name) => !isTimeValid(name, draft[name]))
  if (wrongTime) return wrongTime
  return draft.repeat !== null && draft.interval !== null && draft.repeat < draft.interval ? 'order' : undefined
}

type Target = Pick<DestinationDraft, 'channel' | 'target'>

/** The first empty field of a target; undefined if all are filled in. */
export const emptyField = ({ channel, target }: Target): Channel['fields'][number] | undefined =>
  channel.fields.find(({ name }) => enteredIn(target, name) === '')

const isTargetEntered = ({ channel, target }: Target): boolean =>
  channel.fields.some(({ name }) => enteredIn(target, name) !== '')

const enteredIn = (target: DestinationDraft['target'], name: string): string => (target[name] ?? '').trim()

const optionalTimes: readonly (keyof Times)[] = ['repeat', 'onlyUnacknowledgedAfter']

function isTimeValid(name: keyof Times, value: number | null): boolean {
  if (value === null) return optionalTimes.includes(name)
  return value >= timeLimits[name].min && value <= timeLimits[name].max
}

/** The settings of a draft as the server takes them, without the target. */
const toSettings = (draft: DestinationDraft) => ({
  name: draft.name.trim(),
  filter: {
    ...toScopeInput(draft.scope),
    severities: draft.failingOnly ? (['FALLANDO'] as const).slice() : [],
    criticalOnly: draft.criticalOnly,
  },
  groupBy: draft.groupBy,
  waitSeconds: toSeconds(draft.wait) ?? 0,
  intervalSeconds: toSeconds(draft.interval) ?? 0,
  repeatSeconds: toSeconds(draft.repeat),
  onlyUnacknowledgedAfterSeconds: toSeconds(draft.onlyUnacknowledgedAfter),
  ...(draft.channel.takesEvents && { events: draft.events }),
  tellsResolved: draft.tellsResolved,
  language: draft.language,
  digestHour: draft.digestHour,
  digestZone: draft.digestHour === null ? null : draft.digestZone,
})

/** The input that creates a destination. */
export const toInput = (draft: DestinationDraft): DestinationInput => ({
  ...toSettings(draft),
  target: toTarget(draft),
})

/** The input that changes a destination. If no target is entered, the destination keeps its target. */
export const toChange = (draft: DestinationDraft) => ({
  ...toSettings(draft),
  ...(isTargetEntered(draft) && { target: toTarget(draft) }),
})

function toTarget({ channel: { targetInput, fields }, target }: Target): DestinationTargetInput {
  const values = fields.map(({ name, input }) => [name, readers[input](enteredIn(target, name))])
  return { [targetInput]: Object.fromEntries(values) as unknown } as DestinationTargetInput
}

const readers: Record<TargetFieldInput, (text: string) => string | string[]> = {
  URL: (text) => text,
  TEXT: (text) => text,
  TEXTS: (text) => text.split(/[\s,;]+/u).filter(Boolean),
}

const toMinutes = (seconds: number | null) => (seconds === null ? null : Math.round((seconds / 60) * 100) / 100)
const toSeconds = (minutes: number | null) => (minutes === null ? null : Math.round(minutes * 60))
