import type { Database } from '../../database/database.ts'
import { Kind, type State } from '../../generated/prisma/enums.ts'
import { worstFirst } from '../../inventory/areas.ts'

/** The number of subjects of one kind, in total and by state, worst first. */
export type KindHealth = { kind: Kind; subjectCount: number; stateCounts: { state: State; count: number }[] }

/** The health of each kind, in fixed order, without retired subjects; one statement, so that it is consistent. */
export async function listKinds(db: Database): Promise<KindHealth[]> {
  const counts = await db.subject.groupBy({
    by: ['kind', 'state'],
    where: { retiredAt: null },
    _count: { _all: true },
  })
  return Object.values(Kind).map((kind) => {
    const counted = new Map(counts.filter((row) => row.kind === kind).map(({ state, _count }) => [state, _count._all]))
    return {
      kind,
      subjectCount: [...counted.values()].reduce((sum, count) => sum + count, 0),
      stateCounts: worstFirst.map((state) => ({ state, count: counted.get(state) ?? 0 })),
    }
  })
}
