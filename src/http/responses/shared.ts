import { z } from 'zod'
import { labels } from '../../monitoring/health/state-labels.ts'

/** A state in responses, given by its label. */
export const StateLabel = z.enum(Object.values(labels)).meta({
  id: 'State',
  description:
    'Operativo: working normally. Degradado: partial operation. Fallando: failing. Desconocido: nothing to assess it by.',
})

/** A severity in responses, given by its label. */
export const SeverityLabel = z.enum([labels.DEGRADADO, labels.FALLANDO]).meta({
  id: 'Severity',
  description: 'Degradado: partial operation. Fallando: failing.',
})

/** Schema of a page of items; `order` is the description of the items, including their order. */
export const pageSchema = <Item extends z.ZodType>(item: Item, order: string) =>
  z.object({ items: z.array(item).describe(order), nextCursor })

/** Cursor of the next page. */
export const nextCursor = z
  .string()
  .nullable()
  .describe('Pass it back as `cursor` for the next page; null where this is the last one.')
