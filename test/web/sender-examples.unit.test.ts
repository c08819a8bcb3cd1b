import { inSpanish } from '../support/browser/in-language.ts'
import { readGuide } from '../support/guide.ts'

const { senderExample } = await inSpanish(() => import('../../web/src/pages/services/senders.ts'))

const variablesIn = (script: string) =>
  Object.fromEntries([...script.matchAll(/\b(OTEL_\w+)=("[^"]*"|\S+)/g)].map(([, name, value]) => [name, value]))

it('the example of OpenTelemetry sets what the guide sets, except what is about the service itself', async () => {
  const [script = ''] = (await readGuide('opentelemetry.md'))('sh').filter((code) => code.includes('OTEL_SERVICE_NAME'))
  const guide = variablesIn(script.replace('$INGEST_TOKEN', '$VIGIA_TOKEN'))
  const example = variablesIn(senderExample('OPENTELEMETRY', 'http://localhost:4000', 10))

  expect(guide).toMatchObject(example)
  expect(Object.keys(guide).filter((name) => !(name in example))).toEqual([
    'OTEL_SERVICE_NAME',
    'OTEL_RESOURCE_ATTRIBUTES',
    'OTEL_SEMCONV_STABILITY_OPT_IN',
    'OTEL_EXPORTER_OTLP_COMPRESSION',
    'OTEL_TRACES_EXPORTER',
    'OTEL_LOGS_EXPORTER',
  ])
})
