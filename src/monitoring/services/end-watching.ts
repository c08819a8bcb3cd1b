import type { ChangePart } from '../../audit/commit.ts'
import type { Database } from '../../database/database.ts'
import type { Subject } from '../../generated/prisma/client.ts'
import { evidenceOfSilence } from '../health/rule/evidence.ts'
import type { RuleState } from '../health/rule/rule-state.ts'
import { isBad, type ReportEvidence } from '../health/rule/state.ts'
import { afterResolution, enterState } from '../health/rule/transition.ts'
import { policyOf } from '../health/subject-queries.ts'
import { writeHealth } from '../incidents/health-writes.ts'
import { auditChanges } from '../incidents/incident-audit.ts'
import { asIncident } from '../incidents/incident-rows.ts'
import { writeChanges } from '../incidents/incident-writes.ts'
import { resolvedEvent } from '../incidents/lifecycle.ts'
import { lockOpenIncident } from '../incidents/retire-subject.ts'

/**
 * Ends the incident of a locked service that is no longer watched, or of the reception if no silent service is left in
 * it. An operator has decided that the silence is not a failure. Nothing else is known of the subject, so it becomes
 * Desconocido. `at` is in milliseconds since 1970.
 */
export async function endWatching(
  tx: Database,
  subject: Subject,
  reports: ReportEvidence,
  at: number,
): Promise<ChangePart> {
  const memory = subject.memory as RuleState | null
  if (!memory || !isBad(subject.state)) return {}
  const policy = policyOf(subject, false)
  const evidence = { ...evidenceOfSilence('NO_DATA', at - reports.lastReportAt, at), reports }
  const { transition, memory: silent } = enterState(memory, 'DESCONOCIDO', evidence, policy)
  const evaluation = { memory: { ...silent, ...afterResolution(silent, at) }, transition, events: [] }
  const row = await lockOpenIncident(tx, subject.id)
  const changes = row ? [resolvedEvent(asIncident(row), 'BY_HAND', evidence)] : []
  const metadata = { at, author: null }
  await writeHealth(tx, [{ subject, policy, evaluation }])
  await writeChanges(tx, [{ subject, row, changes }], metadata)
  return { views: ['panel', 'inventory'], changed: [subject.id], audit: auditChanges([{ subject, changes }], metadata) }
}
