// cspell:ignore pegar
import { type TraceStep } from '../../api/messages/trace.ts'
import { type TraceKind, type TraceOutcome } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { type Tone } from '../../ui/display/StatusDot.tsx'

/** Names of the kinds of things that can be traced. */
export const kindLabels: Record<TraceKind, string> = localize(
  {
    REQUEST: 'petición',
    TRACE: 'traza W3C',
    MESSAGE: 'mensaje SINLI',
    DOCUMENT: 'documento SINLI',
    ISBN: 'ISBN',
    REPLAY: 'reproceso',
    INCIDENT: 'incidente',
    CUSTOMER: 'cliente',
    DELIVERY: 'envío de un aviso',
  },
  {
    REQUEST: 'request',
    TRACE: 'W3C trace',
    MESSAGE: 'SINLI message',
    DOCUMENT: 'SINLI document',
    ISBN: 'ISBN',
    REPLAY: 'replay',
    INCIDENT: 'incident',
    CUSTOMER: 'customer',
    DELIVERY: 'delivery of an alert',
  },
)

/** Names of the steps. */
export const stepLabels: Record<TraceStep['__typename'], string> = localize(
  {
    RequestStep: 'Petición',
    AuditStep: 'Auditoría',
    MessageStep: 'Mensaje recibido',
    AttemptStep: 'Proceso',
    ReplayStep: 'Reproceso',
    DocumentStep: 'Documento guardado',
    IncidentStep: 'Incidente',
    DeliveryStep: 'Aviso',
    ExampleStep: 'Petición observada',
  },
  {
    RequestStep: 'Request',
    AuditStep: 'Audit',
    MessageStep: 'Message received',
    AttemptStep: 'Processing',
    ReplayStep: 'Replay',
    DocumentStep: 'Document stored',
    IncidentStep: 'Incident',
    DeliveryStep: 'Alert',
    ExampleStep: 'Observed request',
  },
)

/** The outcome of a step, with its tone. */
export const outcomes: Record<TraceOutcome, { label: string; tone: Tone }> = localize(
  {
    OK: { label: 'Correcto', tone: 'good' },
    WARNING: { label: 'Con avisos', tone: 'odd' },
    FAILED: { label: 'Fallido', tone: 'bad' },
    PENDING: { label: 'En curso', tone: 'waiting' },
  },
  {
    OK: { label: 'OK', tone: 'good' },
    WARNING: { label: 'With warnings', tone: 'odd' },
    FAILED: { label: 'Failed', tone: 'bad' },
    PENDING: { label: 'Under way', tone: 'waiting' },
  },
)
