import { inTransaction, type Database, type RootDatabase } from '../database/database.ts'
import { advance } from '../database/revision.ts'
import { areas } from './areas.ts'
import { endpointId, type CatalogueEntry } from './catalogue.ts'

/**
 * Brings the database in line with what the routes declare: adds what is new, updates what changed, retires what vanished
 * and brings back what returned. Nothing is ever deleted. Returns the subjects that were retired just now.
 */
export function reconcile(
  db: RootDatabase,
  catalogue: readonly CatalogueEntry[],
  at: Date,
): Promise<{ retired: number[] }> {
  return inTransaction(db, async (tx) => {
    await putAreas(tx)
    const present: number[] = []
    for (const [position, entry] of catalogue.entries()) present.push(await putEndpoint(tx, entry, position))
    const retired = await retireOthers(tx, catalogue.map(endpointId), at)
    await advance(tx, ['inventory'], [...present, ...retired])
    return { retired }
  })
}

async function putAreas(tx: Database) {
  for (const [position, [id, name]] of Object.entries(areas).entries()) {
    await tx.area.upsert({ where: { id }, create: { id, name, position }, update: { name, position } })
  }
}

async function putEndpoint(tx: Database, entry: CatalogueEntry, position: number): Promise<number> {
  const id = endpointId(entry)
  const { method, path, areaId, authRequired, critical } = entry
  const subject = await tx.subject.upsert({
    where: { kind_key: { kind: 'ENDPOINTS', key: id } },
    create: { kind: 'ENDPOINTS', key: id, name: id, critical },
    update: { critical, retiredAt: null },
  })
  const data = { method, path, areaId, authRequired, critical, position, subjectId: subject.id }
  await tx.endpoint.upsert({ where: { id }, create: { id, ...data }, update: data })
  return subject.id
}

async function retireOthers(tx: Database, declared: string[], at: Date): Promise<number[]> {
  const vanished = await tx.subject.findMany({
    where: { kind: 'ENDPOINTS', retiredAt: null, key: { notIn: declared } },
    select: { id: true },
  })
  const ids = vanished.map(({ id }) => id)
  await tx.subject.updateMany({ where: { id: { in: ids } }, data: { retiredAt: at } })
  return ids
}
