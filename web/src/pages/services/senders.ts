import { localize } from '../../i18n.ts'
import { keysOf } from '../../ui/labels.ts'

const text = localize(
  {
    OPENTELEMETRY: 'OpenTelemetry',
    NGINX: 'El guion para nginx',
    SCRIPT: 'Un guion o programa propio',
    UNEVEN: 'No a un ritmo fijo',
    gauge: 'Sin peticiones no se exporta nada: añade un medidor, como en la guía',
    alive: 'También una lista vacía es una señal de vida',
  },
  {
    OPENTELEMETRY: 'OpenTelemetry',
    NGINX: 'The script for nginx',
    SCRIPT: 'A script or program of your own',
    UNEVEN: 'Not at a fixed rhythm',
    gauge: 'Without requests nothing is exported: add a gauge, as in the guide',
    alive: 'An empty list is a sign of life too',
  },
)

type Sender = {
  label: string
  /** Default reporting interval in seconds; null if the program reports at no fixed interval. */
  seconds: number | null
  /** Example of how to make the program report to Vigía at an interval. */
  example: (origin: string, seconds: number | null) => string
}

const whoami = (origin: string) => `curl -H "Authorization: Bearer $VIGIA_TOKEN" ${origin}/ingest/v1/whoami`

/** Kinds of programs that send for a service. */
export const senders: Readonly<Record<SenderKind, Sender>> = {
  OPENTELEMETRY: {
    label: text.OPENTELEMETRY,
    seconds: 10,
    example: (origin, seconds) =>
      [
        `# ${text.gauge}`,
        `export OTEL_EXPORTER_OTLP_ENDPOINT=${origin}/ingest/otlp`,
        'export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20$VIGIA_TOKEN"',
        'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
        'export OTEL_METRICS_EXPORTER=otlp',
        `export OTEL_METRIC_EXPORT_INTERVAL=${String((seconds ?? 10) * 1_000)}`,
        `export OTEL_METRIC_EXPORT_TIMEOUT=${String((seconds ?? 10) * 800)}`,
      ].join('\n'),
  },
  NGINX: {
    label: text.NGINX,
    seconds: 5,
    example: (origin, seconds) =>
      `VIGIA_URL=${origin} EVERY_MS=${String((seconds ?? 5) * 1_000)} node nginx-report.mjs /var/log/nginx/vigia.log`,
  },
  SCRIPT: {
    label: text.SCRIPT,
    seconds: 60,
    example: (origin, seconds) =>
      [
        `# ${text.alive}`,
        `while sleep ${String(seconds ?? 60)}; do`,
        '  curl -sS -H "Authorization: Bearer $VIGIA_TOKEN" -H "Content-Type: application/json" \\',
        `    -d '{"observations": []}' ${origin}/ingest/v1/observations`,
        'done',
      ].join('\n'),
  },
  UNEVEN: { label: text.UNEVEN, seconds: null, example: whoami },
}

export type SenderKind = 'OPENTELEMETRY' | 'NGINX' | 'SCRIPT' | 'UNEVEN'

export const senderKinds = keysOf(senders)

/** Example of how a program of this kind uses its token; without a kind, how to try the token. */
export const senderExample = (kind: SenderKind | null, origin: string, seconds: number | null): string =>
  kind === null ? whoami(origin) : senders[kind].example(origin, seconds)
