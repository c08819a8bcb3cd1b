import { type RequestExample } from '../api/health/examples.ts'
import { localize } from '../i18n.ts'
import { NO_VALUE } from '../format/noValue.ts'

const errors: Readonly<Partial<Record<string, string>>> = localize(
  { timeout: 'Sin respuesta a tiempo', connection: 'Falló la conexión' },
  { timeout: 'No answer in time', connection: 'Connection failed' },
)

/** Outcome of a request: its HTTP status and the failure, as far as the sender stated them. */
export function outcomeText({ status, errorType }: Pick<RequestExample, 'status' | 'errorType'>): string {
  const error = errorType == null || errorType === String(status) ? null : (errors[errorType] ?? errorType)
  const parts = [status == null ? null : `HTTP ${status}`, error].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' · ') : NO_VALUE
}
