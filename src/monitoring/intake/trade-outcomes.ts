import type { Clock } from '../../lib/clock.ts'
import type { OutcomeRecorder } from '../../trade/inbound/process-message.ts'
import { sinliInbound } from '../../trade/records/integrations.ts'
import { recordOutcomes, type AcceptReports } from './record-outcomes.ts'

/** Counts the outcome of a SINLI message for the integration, and for the library concerned if it is identified. */
export const createOutcomeRecorder =
  (accept: AcceptReports, clock: Clock): OutcomeRecorder =>
  ({ ok, libraryCode, durationMs }) => {
    const sample = { ok, durationMs, at: clock.now() }
    const library = libraryCode === null ? [] : [{ kind: 'LIBRERIAS', key: libraryCode } as const]
    const subjects = [{ kind: 'INTEGRACIONES', key: sinliInbound } as const, ...library]
    const samples = subjects.map((subject) => ({ ...subject, ...sample }))
    recordOutcomes(accept, samples, 'the outcome of a SINLI message')
  }

/** Creates a function that counts, for the inbound integration, whether its mailbox can be read. */
export const createMailboxObserver = (accept: AcceptReports, clock: Clock) => (ok: boolean) => {
  const sample = { kind: 'INTEGRACIONES', key: sinliInbound, ok, durationMs: 0, at: clock.now() } as const
  recordOutcomes(accept, [sample], 'the outcome of reading the mailbox')
}
