import { z } from 'zod'
import { host, matching, sinliId } from '../../../request/text-patterns.ts'
import { said } from '../../../request/said.ts'
import { boolean, list, withLength } from '../../fields/basic-fields.ts'
import { moment, optionalText, text } from '../../fields/zod-fields.ts'
import { descriptionOf } from '../../../lib/fields-of.ts'

const updatedAt = moment.describe('Time of the data. Data older than the stored ones are ignored.')
const name = text(200).describe('Name.')

const emptyAsNull = (value: string | null | undefined) => (value === '' ? null : value)

const webAddress = z.url({ protocol: /^https?$/, ...said({ code: 'WEB_ADDRESS_INVALID', parameters: {} }) })

const details = {
  owner: text(200, 0)
    .nullish()
    .transform(emptyAsNull)
    .describe('Responsible person or team; null: none. If omitted, the stored value stays.'),
  runbookUrl: withLength(webAddress, 2_000)
    .nullish()
    .describe('URL of the runbook for its incidents; null: none. If omitted, the stored value stays.'),
}

/** Path parameters of a library. */
export const LibraryParams = z.object({ code: text(64).describe('Code of the library on the platform.') })

/** A library as the platform sends it. */
export const LibraryBody = z.strictObject({
  name,
  sinliId: optionalText(20).describe(descriptionOf('Library.sinliId')),
  email: optionalText(254).describe(descriptionOf('Library.email')),
  city: optionalText(200).describe(descriptionOf('Library.city')),
  province: optionalText(200).describe(descriptionOf('Library.province')),
  ...details,
  updatedAt,
})

/** Path parameters of a customer. */
export const CustomerParams = z.object({ id: text(100).describe('Identifier of the customer on the platform.') })

/** A customer as the platform sends it. */
export const CustomerBody = z.strictObject({
  name: text(200).describe(descriptionOf('Customer.name')),
  email: text(254).describe('E-mail address to sign in with on the platform.'),
  libraryCode: optionalText(64).describe('Code of the library of the customer; null if there is none.'),
  locked: boolean()
    .optional()
    .describe(
      'Whether the login is locked. `true` locks if the last report of the platform was different, or ' +
        '`lockedAt` is later than the last unlock; repeated reports do not lock again a login that was unlocked ' +
        'here. If omitted, the record changes nothing about any lock.',
    ),
  lockReason: optionalText(500).describe('Reason for the lock; null if there is none.'),
  lockedAt: moment
    .nullish()
    .transform((value) => value ?? null)
    .describe('Time of the lock, at most 1 minute ahead; default: `updatedAt`. Ignored without a lock.'),
  updatedAt,
})

/** A failed sign-in of a customer. */
export const SignInFailure = z.strictObject({
  at: moment.optional().describe('Time of the failed sign-in; default: now.'),
})

/** Maximum number of hosts of an integration. */
export const maxHosts = 20

/** Path parameters of an integration. */
export const IntegrationParams = z.object({ key: text(64).describe('Key of the integration in observations.') })

/** An integration as the platform sends it. */
export const IntegrationBody = z.strictObject({
  name,
  hosts: list(text(260).regex(...matching(host)), maxHosts, 'hosts')
    .optional()
    .describe(
      'Hosts by which OpenTelemetry identifies it in `server.address`, as `host` or `host:port`. If omitted, ' +
        'the stored values stay.',
    ),
  ...details,
})

/** Path parameters of a supplier. */
export const SupplierParams = z.object({
  sinliId: z
    .string()
    .regex(...matching(sinliId))
    .transform((id) => id.toUpperCase())
    .describe('SINLI ID of the supplier: up to 8 letters and digits.'),
})

/** A supplier as the platform sends it. */
export const SupplierBody = z.strictObject({ name, updatedAt })
