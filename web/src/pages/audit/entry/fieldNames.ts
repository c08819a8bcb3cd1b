import { localize } from '../../../i18n.ts'
import { resolutions } from '../../../incidents/resolutions.ts'
import { thresholdLabel } from '../../../policy/thresholdText.ts'

const names: Partial<Record<string, string>> = localize(
  {
    critical: 'Crítico',
    disabledAt: 'Desactivado desde',
    document: 'Operación',
    documentId: 'Identificador de la operación',
    dryRun: 'Simulación',
    expiresAt: 'Caduca',
    expectedPerMinute: 'Peticiones esperadas por minuto',
    failed: 'Fallidos',
    failures: 'Intentos fallidos',
    force: 'Forzado',
    graceSeconds: 'Margen, en segundos',
    idempotencyKey: 'Clave de idempotencia',
    intervalSeconds: 'Intervalo, en segundos',
    kind: 'Tipo',
    limit: 'Límite',
    linkable: 'Se puede vincular',
    origin: 'Cuenta',
    locked: 'Bloqueado',
    lockedAt: 'Bloqueado desde',
    lockReason: 'Motivo del bloqueo',
    name: 'Nombre',
    normalP95Ms: 'p95 habitual, en ms',
    note: 'Nota',
    owner: 'Responsable',
    prefix: 'Empieza por',
    reason: 'Motivo',
    replayId: 'Reproceso',
    reprocessed: 'Reprocesados',
    resolution: 'Resolución',
    role: 'Rol',
    scopes: 'Permisos',
    selected: 'Seleccionados',
    selection: 'Selección',
    session: 'Sesión',
    sessionsEnded: 'Sesiones cerradas',
    severity: 'Gravedad',
    skipped: 'Omitidos',
    subject: 'Elemento afectado',
    unchanged: 'Sin cambios',
  },
  {
    critical: 'Critical',
    disabledAt: 'Disabled since',
    document: 'Operation',
    documentId: 'Id of the operation',
    dryRun: 'Simulation',
    expiresAt: 'Expires',
    expectedPerMinute: 'Expected requests a minute',
    failed: 'Failed',
    failures: 'Failed sign-ins',
    force: 'Forced',
    graceSeconds: 'Grace, in seconds',
    idempotencyKey: 'Idempotency key',
    intervalSeconds: 'Interval, in seconds',
    kind: 'Kind',
    limit: 'Limit',
    linkable: 'May be linked',
    origin: 'Account',
    locked: 'Locked',
    lockedAt: 'Locked since',
    lockReason: 'Reason for the lock',
    name: 'Name',
    normalP95Ms: 'Usual p95, in ms',
    note: 'Note',
    owner: 'Owner',
    prefix: 'Begins with',
    reason: 'Reason',
    replayId: 'Replay',
    reprocessed: 'Reprocessed',
    resolution: 'Resolution',
    role: 'Role',
    scopes: 'Permissions',
    selected: 'Selected',
    selection: 'Selection',
    session: 'Session',
    sessionsEnded: 'Sessions ended',
    severity: 'Severity',
    skipped: 'Skipped',
    subject: 'Affected',
    unchanged: 'Unchanged',
  },
)

const dryRunNames: Partial<Record<string, string>> = localize(
  { reprocessed: 'Se procesarían', unchanged: 'Quedarían igual', skipped: 'Se omitirían', failed: 'Fallarían' },
  { reprocessed: 'Would process', unchanged: 'Would not change', skipped: 'Would be skipped', failed: 'Would fail' },
)

/**
 * The label of a field of an entry; undefined if the field is unknown. With `isDryRun`, the label for a simulated
 * replay.
 */
export const fieldName = (field: string, isDryRun = false): string | undefined =>
  (isDryRun ? dryRunNames[field] : undefined) ?? names[field] ?? thresholdLabel(field)

/** The displayed value of a field: the label of a resolution, any other value unchanged. */
export function valueName(field: string, value: unknown): unknown {
  if (field !== 'resolution' || typeof value !== 'string') return value
  return Object.entries(resolutions).find(([name]) => name === value)?.[1].label ?? value
}
