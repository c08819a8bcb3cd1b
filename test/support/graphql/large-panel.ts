import type { GivenGateway } from '../gateway.ts'
import { givenOpenIncidents } from '../monitoring/incidents.ts'

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
  const keys = Array.from({ length: count }, (_, index) => `many-${index}`)
  await gateway.db.subject.createMany({
    data: keys.map((key) => ({ kind: 'LIBRERIAS' as const, key, name: `Librería ${key} ${'x'.repeat(500)}` })),
  })
  await givenOpenIncidents(gateway, keys)
}
