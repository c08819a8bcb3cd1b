import { times, type GivenGateway, type Json } from '../gateway.ts'

/** It fails at the first tick with failures, and recovers within half a minute. */
const quickPolicy = {
  pendingFailingMs: 0,
  pendingDegradedMs: 60_000,
  cleanFailingMs: 10_000,
  cleanDegradedMs: 10_000,
  recentMs: 10_000,
}

let created = 0
/** Creates integrations that fail and recover quickly, and returns their keys, which are their names too. */
export async function givenIntegrations({ db }: Pick<GivenGateway, 'db'>, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => `integration-${(created += 1)}`)
  const subjects = await db.subject.createManyAndReturn({
    data: keys.map((key) => ({ kind: 'INTEGRACIONES' as const, key, name: key, policy: quickPolicy })),
  })
  await db.integration.createMany({ data: subjects.map(({ id, key, name }) => ({ key, name, subjectId: id })) })
  return keys
}

/** Lets time pass while each of these integrations works or fails, as reported every ten seconds. */
export async function reportIntegrations(
  gateway: GivenGateway,
  seconds: number,
  working: Record<string, boolean>,
): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    const sample = (id: string, ok: boolean) => times(4, { kind: 'integration', id, ok, durationMs: 20 })
    await gateway.report(...Object.entries(working).flatMap(([id, ok]) => sample(id, ok)))
    await gateway.pass(10)
  }
}

/** All of these integrations work, or all fail. */
export const all = (keys: readonly string[], ok: boolean) => Object.fromEntries(keys.map((key) => [key, ok]))

const refTo = (id: string) => ({ kind: 'INTEGRACIONES', id })

/** Plans a maintenance of integrations, and returns its id. */
export async function planMaintenance(gateway: GivenGateway, keys: readonly string[], input: Json): Promise<string> {
  const data = await gateway.data(
    'mutation ($input: MaintenanceInput!) { planMaintenance(input: $input) { id active } }',
    { input: { matcher: { subjects: keys.map(refTo) }, reason: 'Copia de seguridad', ...input } },
  )
  return data['planMaintenance'].id
}

/** Sets the integrations that an integration depends on. */
export const setUpstream = (gateway: GivenGateway, key: string, upstream: readonly string[]) =>
  gateway.data('mutation ($input: DependenciesInput!) { setDependencies(input: $input) { id } }', {
    input: { subject: refTo(key), upstream: upstream.map(refTo) },
  })

/** Mutes integrations until `endsAt`, and returns the id of the mute. */
export async function muteIntegrations(gateway: GivenGateway, keys: readonly string[], endsAt: Date): Promise<string> {
  const data = await gateway.data('mutation ($input: MuteInput!) { mute(input: $input) { id } }', {
    input: { matcher: { subjects: keys.map(refTo) }, reason: 'Ya se sabe', endsAt: endsAt.toISOString() },
  })
  return data['mute'].id
}
