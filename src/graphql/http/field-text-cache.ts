import { LRUCache } from 'lru-cache'
import type { Inventory } from '../../inventory/inventory.ts'

/** JSON texts of root fields, by their names in the response. */
export type FieldTexts = ReadonlyMap<string, Buffer>

/** Size of all cached texts, in bytes. */
const maxBytes = 8 * 1024 * 1024

/** Caches the texts of root fields that only change with the inventory: an entry is valid for one state of it. */
export function createFieldTextCache() {
  const entries = new LRUCache<string, { inventory: Inventory; texts: FieldTexts }>({
    maxSize: maxBytes,
    sizeCalculation: ({ texts }, key) => [...texts.values()].reduce((sum, { length }) => sum + length, key.length + 1),
  })
  return {
    /** Returns the texts cached under a key for this state of the inventory, or undefined. */
    find(key: string, inventory: Inventory): FieldTexts | undefined {
      const entry = entries.get(key)
      return entry?.inventory === inventory ? entry.texts : undefined
    },
    /** Caches texts that were read from this state of the inventory, or later. */
    put(key: string, inventory: Inventory, texts: FieldTexts): void {
      entries.set(key, { inventory, texts })
    },
  }
}
