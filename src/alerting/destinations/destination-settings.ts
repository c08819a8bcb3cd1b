import { requireValidName } from '../../auth/account-validation.ts'
import type { Destination, GroupBy } from '../../generated/prisma/client.ts'
import { invalidField } from '../../lib/errors.ts'
import { canonicalTimeZone } from '../../lib/wall-time.ts'

/** The settings of a destination besides its target and its filter, as a client sends them. */
export type DestinationSettingsInput = {
  name?: string | null | undefined
  groupBy?: GroupBy | null | undefined
  waitSeconds?: number | null | undefined
  intervalSeconds?: number | null | undefined
  /** Interval of repetitions; null if incidents are not repeated. */
  repeatSeconds?: number | null | undefined
  onlyUnacknowledgedAfterSeconds?: number | null | undefined
  tellsResolved?: boolean | null | undefined
  language?: string | null | undefined
  digestHour?: number | null | undefined
  digestZone?: string | null | undefined
}

/** The columns of a destination that `DestinationSettingsInput` sets. */
export type SettingsColumns = Pick<
  Destination,
  | 'name'
  | 'groupBy'
  | 'waitMs'
  | 'intervalMs'
  | 'repeatMs'
  | 'onlyUnacknowledgedAfterMs'
  | 'tellsResolved'
  | 'language'
  | 'digestHour'
  | 'digestZone'
>

/** The bounds of the settings in seconds. */
export const secondsBounds = {
  waitSeconds: [0, 3_600],
  intervalSeconds: [10, 86_400],
  repeatSeconds: [60, 604_800],
  onlyUnacknowledgedAfterSeconds: [10, 86_400],
} as const

/** The settings of a new destination. Its times are the defaults of Alertmanager. */
export const defaultSettings: Omit<SettingsColumns, 'name'> = {
  groupBy: 'ALL',
  waitMs: 30_000,
  intervalMs: 300_000,
  repeatMs: 14_400_000,
  onlyUnacknowledgedAfterMs: null,
  tellsResolved: true,
  language: 'es',
  digestHour: null,
  digestZone: null,
}

const defaultZone = 'Europe/Madrid'

/**
 * The columns of a destination after a change; absent settings stay as they are, and are not checked again.
 * @throws DomainError INVALID_INPUT that names the field.
 */
export function requireValidSettings(before: SettingsColumns, input: DestinationSettingsInput): SettingsColumns {
  const after = {
    name: input.name == null ? before.name : requireValidName(input.name),
    groupBy: input.groupBy ?? before.groupBy,
    ...timesAfter(before, input),
    tellsResolved: input.tellsResolved ?? before.tellsResolved,
    language: requireLanguage(input.language ?? before.language),
    ...digestAfter(before, input),
  }
  if (input.intervalSeconds != null || input.repeatSeconds != null) requireLaterRepeat(after)
  return after
}

function requireLaterRepeat({ repeatMs, intervalMs }: Pick<SettingsColumns, 'repeatMs' | 'intervalMs'>): void {
  if (repeatMs !== null && repeatMs < intervalMs)
    throw invalidField('repeatSeconds', { code: 'REPEAT_TOO_SOON', parameters: {} })
}

const timesAfter = (before: SettingsColumns, input: DestinationSettingsInput) => ({
  waitMs: inMs('waitSeconds', input.waitSeconds) ?? before.waitMs,
  intervalMs: inMs('intervalSeconds', input.intervalSeconds) ?? before.intervalMs,
  repeatMs: orBefore(inMs('repeatSeconds', input.repeatSeconds), before.repeatMs),
  onlyUnacknowledgedAfterMs: orBefore(
    inMs('onlyUnacknowledgedAfterSeconds', input.onlyUnacknowledgedAfterSeconds),
    before.onlyUnacknowledgedAfterMs,
  ),
})

const orBefore = <T>(value: T | null | undefined, before: T | null) => (value === undefined ? before : value)

function inMs(field: keyof typeof secondsBounds, seconds: number | null | undefined): number | null | undefined {
  if (seconds == null) return seconds
  const [min, max] = secondsBounds[field]
  if (!Number.isInteger(seconds) || seconds < min || seconds > max)
    throw invalidField(field, { code: 'NUMBER_OUT_OF_RANGE', parameters: { field, min, max } })
  return seconds * 1_000
}

function requireLanguage(language: string): string {
  if (language !== 'es' && language !== 'en')
    throw invalidField('language', { code: 'LANGUAGE_UNKNOWN', parameters: {} })
  return language
}

function digestAfter(before: SettingsColumns, { digestHour, digestZone }: DestinationSettingsInput) {
  const hour = digestHour === undefined ? before.digestHour : requireHour(digestHour)
  const zone = digestZone == null ? (before.digestZone ?? defaultZone) : requireZone(digestZone)
  return { digestHour: hour, digestZone: hour === null ? null : zone }
}

function requireHour(hour: number | null): number | null {
  if (hour !== null && (!Number.isInteger(hour) || hour < 0 || hour > 23))
    throw invalidField('digestHour', { code: 'DIGEST_HOUR_INVALID', parameters: {} })
  return hour
}

function requireZone(zone: string): string {
  const canonical = canonicalTimeZone(zone)
  if (canonical === null) throw invalidField('digestZone', { code: 'DIGEST_ZONE_UNKNOWN', parameters: {} })
  return canonical
}
