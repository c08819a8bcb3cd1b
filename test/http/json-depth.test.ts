import fc from 'fast-check'
import { maxJsonDepth, requireShallowJson } from '../../src/lib/json-depth.ts'
import { casesOf } from '../support/extent.ts'
import { givenGateway } from '../support/gateway.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

it('JSON of any content passes, unless it is nested too deep', () => {
  const anyText = fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', ']', 'a', 'ñ') })
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      anyText,
      fc.integer(),
      fc.array(tie('value')),
      fc.dictionary(anyText, tie('value')),
    ),
  })).value
  fc.assert(
    fc.property(json, fc.nat(maxJsonDepth + 3), (value, levels) => {
      const text = '['.repeat(levels) + JSON.stringify(value) + ']'.repeat(levels)
      const check = () => requireShallowJson(Buffer.from(text))
      if (levels + depthOf(value) > maxJsonDepth) expect(check).toThrow('nested more than')
      else expect(check).not.toThrow()
    }),
    { numRuns: casesOf(200, 5_000) },
  )
})

it('every route of REST and OpenTelemetry refuses a body that is nested too deep, with 400', async () => {
  await using gateway = await givenGateway({ config: { sampleData: false } })
  const authorization = `Bearer ${gateway.ingestToken}`
  const ways: [path: string, body: string, method?: string][] = [
    ['/ingest/v1/observations', `{"observations":${nested(400_000)}}`],
    ['/ingest/v1/customers:batch', `{"customers":${nested(2_000_000)}}`],
    ['/ingest/v1/libraries/aurora', `{"name":${nested(200)}}`, 'PUT'],
    ['/ingest/otlp/v1/metrics', `{"resourceMetrics":${nested(2_000_000)}}`],
    ['/ingest/otlp/v1/traces', `{"resourceSpans":${nested(200)}}`],
    ['/ingest/otlp/v1/logs', `{"resourceLogs":${nested(200)}}`],
    ['/auth/login', nested(200)],
  ]
  for (const [path, body, method = 'POST'] of ways) {
    const headers = { 'content-type': 'application/json', ...(path.startsWith('/ingest') && { authorization }) }
    const answer = await fetch(gateway.url + path, { method, headers, body })
    expect([path, answer.status, await answer.text()]).toEqual([path, 400, expect.stringContaining('nested more than')])
  }
})
