import type { Database } from '../database/database.ts'
import type { Endpoint } from './inventory.ts'

/** Finds endpoints by id, including retired ones, in no particular order. Those in use are in the inventory already. */
export async function findEndpoints(db: Database, ids: readonly string[]): Promise<Endpoint[]> {
  const rows = await db.endpoint.findMany({ where: { id: { in: [...ids] } }, include: { area: true, subject: true } })
  return rows.map(({ subject, ...row }) => ({
    ...row,
    kind: 'ENDPOINTS',
    name: subject.name,
    state: subject.state,
    stateSince: subject.stateSince.toISOString(),
    evidence: subject.evidence,
    owner: subject.owner,
    runbookUrl: subject.runbookUrl,
    retiredAt: subject.retiredAt,
  }))
}
