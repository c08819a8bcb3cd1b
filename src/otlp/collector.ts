import { DomainError } from '../lib/errors.ts'
import type { OtlpItems } from '../messages/telemetry/en.ts'

/** Maximum data points or spans of a request. SDKs and collectors send up to some thousands at a time. */
const maxItems = 20_000

/** The contents of a request; entries that could not be read are only counted, with the reason for the first of them. */
export type DecodedEntries<Item> = { items: Item[]; rejected: number; reason: string | null }

/** Collects the entries of a request. `name` is the name of the entries in error messages. */
export function createCollector<Item extends object>(name: OtlpItems) {
  const items: Item[] = []
  let rejected = 0
  let reason: string | null = null
  return {
    /**
     * Adds an entry, or counts one that could not be read for this reason.
     * @throws DomainError INVALID_INPUT if there are too many.
     */
    add(entry: Item | string): void {
      if (items.length + rejected >= maxItems)
        throw new DomainError('INVALID_INPUT', {
          code: 'OTLP_ITEMS_TOO_MANY',
          parameters: { max: maxItems, items: name },
        })
      if (typeof entry === 'object') items.push(entry)
      else {
        rejected++
        reason ??= entry
      }
    },
    decoded: (): DecodedEntries<Item> => ({ items, rejected, reason }),
  }
}

export type Collector<Item extends object> = ReturnType<typeof createCollector<Item>>
