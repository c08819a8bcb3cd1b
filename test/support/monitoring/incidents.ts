import type { LearnedLatency } from '../../../src/monitoring/health/learned-budget/learned-latency.ts'
import { createRuleState } from '../../../src/monitoring/health/rule/rule-state.ts'
import type { GivenGateway } from '../gateway.ts'

/** Opens an incident of each subject with one of these keys, now. */
export async function givenOpenIncidents(
  { db, clock }: Pick<GivenGateway, 'db' | 'clock'>,
  keys: string[],
): Promise<void> {
  const subjects = await db.subject.findMany({ where: { key: { in: keys } } })
  await db.incident.createMany({
    data: subjects.map(({ id, kind, key }) => ({
      kind,
      subjectId: id,
      openKey: `${kind}:${key}`,
      severity: 'FALLANDO' as const,
      maxSeverity: 'FALLANDO' as const,
      openedAt: new Date(clock.now()),
      evidence: {
        code: 'ERRORS_FAILING',
        windowSeconds: 60,
        n: 3,
        bad: 3,
        recentRate: 100,
        p95: 20,
        threshold: 10,
        at: clock.now(),
      },
    })),
  })
}

const learned: LearnedLatency = {
  ...{ normalP95Ms: 9, normalP75Ms: 8, highMs: 12, since: 0, learnedTo: 0, learnsFrom: null },
  past: [],
}

/** Makes the open incident of an integration one that a learned latency budget caused, with samples of 280 ms. */
export async function givenSlowIncident({ db, clock, report }: GivenGateway, key: string): Promise<void> {
  const at = clock.now()
  const { id: subjectId } = await db.subject.findFirstOrThrow({ where: { key } })
  await report({ kind: 'integration', id: key, ok: true, durationMs: 280, at: new Date(at - 20_000).toISOString() })
  const memory = { ...createRuleState(at, 'DEGRADADO'), state: 'DEGRADADO' as const, lastSampleAt: at }
  await db.subject.update({ where: { id: subjectId }, data: { latency: learned, memory } })
  const slow = { code: 'SLOW', windowSeconds: 60, n: 4, bad: 4, recentRate: 0, p95: 280, threshold: 5, at }
  const evidence = { ...slow, budgetMs: 100, normalP95Ms: 9 }
  await db.incident.updateMany({ where: { subjectId }, data: { severity: 'DEGRADADO', evidence } })
}
