import type { GivenGateway } from './gateway.ts'

/**
 * A subscription to the panel that selects all incidents under this many aliases; more aliases make larger messages.
 */
export const panelWith = (names: number): string =>
  `subscription { notifications { revision ${Array.from({ length: names }, (_, index) => withIncidents(`n${index}`)).join(' ')} } }`

const withIncidents = (name: string) =>
  `${name}: categories { incidents { id kind subject { id name } status severity maxSeverity openedAt reason timeline { at event note } } }`

/** Large enough that a few messages fill every buffer along the connection. */
export const everything = panelWith(8)

/** Selects only the revision. */
export const panel = panelWith(0)

/** Creates this many open incidents of subjects with long names. */
export async function givenManyIncidents(gateway: GivenGateway, count: number): Promise<void> {
  const at = new Date(gateway.clock.now())
  const keys = Array.from({ length: count }, (_, index) => `many-${index}`)
  await gateway.db.subject.createMany({
    data: keys.map((key) => ({ kind: 'LIBRERIAS' as const, key, name: `Librería ${key} ${'x'.repeat(500)}` })),
  })
  const subjects = await gateway.db.subject.findMany({ where: { key: { in: keys } } })
  await gateway.db.incident.createMany({
    data: subjects.map(({ id, key }) => ({
      kind: 'LIBRERIAS' as const,
      subjectId: id,
      openKey: `LIBRERIAS:${key}`,
      severity: 'FALLANDO' as const,
      maxSeverity: 'FALLANDO' as const,
      openedAt: at,
      evidence: {
        code: 'ERRORS_FAILING',
        windowSeconds: 60,
        n: 3,
        bad: 3,
        recentRate: 100,
        p95: 20,
        threshold: 10,
        at: at.getTime(),
      },
    })),
  })
}
