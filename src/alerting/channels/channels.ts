import type { DeliveryKind, DestinationType } from '../../generated/prisma/client.ts'
import { invalidField } from '../../lib/errors.ts'
import type { Sentence } from '../../messages/sentences.ts'
import { alertmanager } from './alertmanager.ts'
import type { AvailabilitySettings, Channel, FormField, ParsedTarget, TargetSettings } from './channel.ts'
import { email } from './email.ts'
import { pagerduty } from './pagerduty.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { webhook } from './webhook.ts'

/** The types of destinations, in the order in which forms show them. */
const registry = {
  WEBHOOK: webhook,
  EMAIL: email,
  SLACK: slack,
  TEAMS: teams,
  ALERTMANAGER: alertmanager,
  PAGERDUTY: pagerduty,
} as const satisfies { [Type in DestinationType]: Channel & { type: Type } }

type Registry = typeof registry

/** The target of a destination as an operator enters it: exactly one of these fields is set. */
export type DestinationTarget = {
  [Type in DestinationType as Lowercase<Type>]?: Parameters<Registry[Type]['parse']>[0] | null | undefined
}

/** A type of destination, whether the settings allow it, and the reason if not. */
export type TypeStatus = Channel & { available: boolean; reason: Sentence | null }

/** A field that forms show. */
export type ShownField = FormField & { name: string }

/** All types of destinations. */
export const channels: readonly Channel[] = Object.values(registry)

export const channelOf = (type: DestinationType): Channel => registry[type]

/** The name of the target of a type. */
export const inputOf = <Type extends DestinationType>(type: Type) => type.toLowerCase() as Lowercase<Type>

/** Whether a type accepts a kind of message. Types that track alerts accept only incidents and tests. */
export const canReceive = (type: DestinationType, kind: DeliveryKind): boolean =>
  !channelOf(type).tracksAlerts || kind === 'INCIDENTS' || kind === 'TEST'

/** A type with its status. */
export function statusOf(type: DestinationType, settings: AvailabilitySettings): TypeStatus {
  const channel = channelOf(type)
  const available = channel.needs.isMet(settings)
  return { ...channel, available, reason: available ? null : channel.needs.reason }
}

/** The fields that forms show. */
export const formFieldsOf = ({ fields }: Pick<Channel, 'fields'>): ShownField[] =>
  Object.entries(fields).flatMap(([name, { form }]) => (form ? [{ name, ...form }] : []))

/**
 * Splits a target into the part that may be shown and the part that is stored encrypted. A signed target without a
 * secret gets a new one.
 * @throws DomainError INVALID_INPUT naming the field that is wrong.
 */
export function parseTarget(target: DestinationTarget, settings: TargetSettings): ParsedTarget & Pick<Channel, 'type'> {
  const channel = channels.find(({ type }) => target[inputOf(type)])
  if (!channel) throw invalidField('target', { code: 'TARGET_MISSING', parameters: {} })
  const { type, parse } = channel
  return { type, ...parse(target[inputOf(type)] as never, settings) }
}
