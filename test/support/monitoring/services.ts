import { givenServiceToken } from '../auth/tokens.ts'
import type { GivenGateway, Json, Observation } from '../gateway.ts'

/** A service with a token of its own, which reports when the test says so. */
export async function givenService(gateway: GivenGateway, name: string, intervalSeconds: number | null = null) {
  const { token, post } = await givenServiceToken(gateway, undefined, name)
  const id = String(token.serviceId)
  await gateway.db.service.update({ where: { id }, data: { intervalSeconds } })
  const read = async () => {
    const { subject } = await gateway.db.service.findUniqueOrThrow({ where: { id }, include: { subject: true } })
    return subject
  }
  return {
    id,
    name,
    post,
    read,
    report: (...observations: Observation[]) => post('/ingest/v1/observations', { observations }),
    state: async () => (await read())?.state ?? null,
  }
}

export type GivenService = Awaited<ReturnType<typeof givenService>>

/** Lets time pass while these services report every ten seconds, with these observations or none. */
export async function passReporting(
  gateway: GivenGateway,
  seconds: number,
  services: readonly (GivenService | [GivenService, ...Observation[]])[],
): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    for (const one of services) {
      const [service, ...observations] = Array.isArray(one) ? one : [one]
      await service.report(...observations)
    }
    await gateway.pass(10)
  }
}

/** The open incidents, with the keys of their subjects and whether they count. */
export const listOpen = async ({ db }: GivenGateway): Promise<Json[]> =>
  (
    await db.incident.findMany({
      where: { openKey: { not: null } },
      include: { subject: true },
      orderBy: { number: 'asc' },
    })
  ).map(({ subject, suppressed, severity }) => ({ name: subject.name, suppressed, severity }))
