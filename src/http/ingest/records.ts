import { z } from 'zod'
import type { CustomerRecord } from '../../trade/customers.ts'
import type { Integration } from '../../trade/integrations.ts'
import type { LibraryRecord } from '../../trade/libraries.ts'
import { moment, text } from '../inputs.ts'

const optional = (most: number) =>
  text(most)
    .nullish()
    .transform((value) => value ?? null)

const LibraryParams = z.object({ code: text(64) })
const LibraryBody = z.strictObject({
  name: text(200),
  sinliId: optional(20),
  email: optional(254),
  city: optional(200),
  province: optional(200),
  updatedAt: moment,
})

const CustomerParams = z.object({ id: text(100) })
const CustomerBody = z.strictObject({
  name: text(200),
  email: text(254),
  libraryCode: optional(64),
  locked: z.boolean('must be true or false').optional(),
  lockReason: optional(500),
  updatedAt: moment,
})

const SignInFailure = z.strictObject({ at: moment.optional() })

const IntegrationParams = z.object({ key: text(64) })
const IntegrationBody = z.strictObject({ name: text(200) })

/** A library out of a request. @throws ZodError naming every wrong field. */
export const libraryIn = (params: unknown, body: unknown): LibraryRecord => ({
  ...LibraryParams.parse(params),
  ...LibraryBody.parse(body),
})

/** A customer out of a request. @throws ZodError naming every wrong field. */
export const customerIn = (params: unknown, body: unknown): CustomerRecord => ({
  ...CustomerParams.parse(params),
  ...CustomerBody.parse(body),
})

/** A failed sign-in of a customer out of a request; it happened now unless it says when. @throws ZodError. */
export const signInFailureIn = (params: unknown, body: unknown, now: Date): { id: string; at: Date } => ({
  ...CustomerParams.parse(params),
  at: SignInFailure.parse(body).at ?? now,
})

/** An integration out of a request. @throws ZodError naming every wrong field. */
export const integrationIn = (params: unknown, body: unknown): Integration => ({
  ...IntegrationParams.parse(params),
  ...IntegrationBody.parse(body),
})
