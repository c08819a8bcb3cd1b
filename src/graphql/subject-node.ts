import type { Area } from '../inventory/areas.ts'
import type { Endpoint, Inventory } from '../inventory/inventory.ts'
import { kinds } from '../lib/kinds.ts'
import type { SubjectRecord } from '../monitoring/subjects/subject-records.ts'
import type { Library } from '../trade/records/library-queries.ts'
import type { Context } from './context.ts'

/** A library, or only its subject, as incidents reference it. */
export type LibraryNode = Library | SubjectRecord

/** The value of a subject of any kind in the graph. */
export type SubjectNode = Endpoint | LibraryNode | SubjectRecord

/** Returns the node of a subject. Only a retired endpoint takes a query. */
export function subjectNode(
  record: SubjectRecord,
  context: Pick<Context, 'readResultInventory' | 'loaders'>,
): SubjectNode | Promise<SubjectNode> {
  if (!kinds[record.kind].isRoute) return record
  const inventory = context.readResultInventory()
  return inventory instanceof Promise
    ? inventory.then((read) => endpointNode(record, read, context))
    : endpointNode(record, inventory, context)
}

const endpointNode = (record: SubjectRecord, { byId }: Inventory, { loaders }: Pick<Context, 'loaders'>) =>
  byId.get(record.key) ?? loaders.endpoint.load(record.key).then((found) => found ?? record)

/** Returns the areas with these ids, in the order of the inventory. */
export const areasOf = async (ids: readonly string[], context: Pick<Context, 'readResultInventory'>): Promise<Area[]> =>
  (await context.readResultInventory()).areas.filter(({ id }) => ids.includes(id))

export const subjectNodes = (records: readonly SubjectRecord[], context: Context): Promise<SubjectNode[]> =>
  Promise.all(records.map(async (record) => subjectNode(record, context)))
