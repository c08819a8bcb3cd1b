import { z } from 'zod'
import { moment, optionalText, text } from '../zod-fields.ts'

const updatedAt = moment.describe('As of when this is so. What is older than what is known changes nothing.')
const name = text(200).describe('What it is called.')

/** Path parameters of a library. */
export const LibraryParams = z.object({ code: text(64).describe("The platform's own code for the library.") })

/** A library as the platform sends it. */
export const LibraryBody = z.strictObject({
  name,
  sinliId: optionalText(20).describe('Its id in SINLI; null where it takes no part.'),
  email: optionalText(254).describe('Where it is written to; null where that is not known.'),
  city: optionalText(200).describe('Its city; null where that is not known.'),
  province: optionalText(200).describe('Its province; null where that is not known.'),
  updatedAt,
})

/** Path parameters of a customer. */
export const CustomerParams = z.object({ id: text(100).describe("The platform's own id for the customer.") })

/** A customer as the platform sends it. */
export const CustomerBody = z.strictObject({
  name: text(200).describe('How they are called.'),
  email: text(254).describe('What they sign in with at the platform.'),
  libraryCode: optionalText(64).describe('The code of the library they buy from; null where they have none.'),
  locked: z
    .boolean('must be true or false')
    .optional()
    .describe('Whether nobody can sign in as them. Without it, a lock for failed sign-ins stays as it is.'),
  lockReason: optionalText(500).describe('Why they are locked; null where there is nothing to say.'),
  updatedAt,
})

/** A failed sign-in of a customer. */
export const SignInFailure = z.strictObject({ at: moment.optional().describe('When it failed; now unless told.') })

/** Path parameters of an integration. */
export const IntegrationParams = z.object({ key: text(64).describe('What the integration is reported under.') })

/** An integration as the platform sends it. */
export const IntegrationBody = z.strictObject({ name })

/** Path parameters of a supplier. */
export const SupplierParams = z.object({
  sinliId: z
    .string()
    .regex(/^[A-Za-z\d]{1,8}$/, 'must be a SINLI id, which has up to 8 letters and digits')
    .transform((id) => id.toUpperCase())
    .describe("The supplier's id in SINLI: up to 8 letters and digits."),
})

/** A supplier as the platform sends it. */
export const SupplierBody = z.strictObject({ name, updatedAt })
