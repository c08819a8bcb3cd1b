import { commit } from '../../audit/commit.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { writeIntegration } from '../../trade/records/integrations.ts'
import { beatOverrides } from '../heartbeats/schedule.ts'
import type { Policy } from '../health/rule/policy.ts'

/** Silence is only judged while the reception is told interrupted: then only a report ends the interruption. */
export const telemetryPolicy = {
  ...beatOverrides,
  silenceMeans: 'FALLANDO',
  silenceIntervals: 1,
  expectedIntervalMs: 10_000,
} satisfies Partial<Policy>

/** The row id of the subject of the reception of telemetry; null before the second watched service. */
export async function findTelemetrySubject(db: Database): Promise<number | null> {
  return (await db.judgement.findUnique({ where: { id: 1 } }))?.telemetrySubjectId ?? null
}

/** Registers the integration *Recepción de telemetría* if there is none, and returns the row id of its subject. */
export const createTelemetrySubject = (db: RootDatabase, at: Date): Promise<number> =>
  commit(db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Judgement" WHERE "id" = 1 FOR UPDATE`
    const present = await findTelemetrySubject(tx)
    if (present !== null) return { result: present }
    const key = await freeKey(tx)
    const { result, ...part } = await writeIntegration(tx, { key, name: 'Recepción de telemetría' }, at)
    await tx.subject.update({ where: { id: result.subjectId }, data: { policy: telemetryPolicy } })
    await tx.judgement.update({ where: { id: 1 }, data: { telemetrySubjectId: result.subjectId } })
    return { ...part, result: result.subjectId }
  })

/** The key of the reception. If a service's integration already has the key, that integration keeps it. */
async function freeKey(tx: Database): Promise<string> {
  const taken = await tx.integration.findUnique({ where: { key: 'telemetry' } })
  return taken ? 'telemetry_reception' : 'telemetry'
}
