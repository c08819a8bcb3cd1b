import { z } from 'zod'
import type { Supplier } from '../../trade/suppliers.ts'
import { moment, text } from '../inputs.ts'

const Params = z.object({
  sinliId: z
    .string()
    .regex(/^[A-Z\d]{1,8}$/i, 'must be a SINLI id, which has up to 8 letters and digits')
    .transform((id) => id.toUpperCase()),
})
const Body = z.strictObject({ name: text(200), updatedAt: moment })

/** A supplier out of a request. @throws ZodError naming every wrong field. */
export const supplierIn = (params: unknown, body: unknown): Supplier => ({
  ...Params.parse(params),
  ...Body.parse(body),
})
