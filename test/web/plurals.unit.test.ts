import { inSpanish } from '../support/browser/in-language.ts'

const { trafficText, kinds } = await inSpanish(async () => ({
  trafficText: (await import('../../web/src/health/current/trafficText.ts')).trafficText,
  kinds: (await import('../../web/src/subjects/kinds.ts')).kinds,
}))

const learned = (observedPerMinute: number, expectedPerMinute: number | null) => ({
  ...{ reason: 'LEARNED' as const, learning: null, expectedByHour: [] },
  ...{ observedPerMinute, expectedPerMinute },
})

it.each<[number, number | null, string]>([
  [1, 1, 'Tráfico: 1 petición por minuto; se espera al menos 1.'],
  [1.04, 0.96, 'Tráfico: 1 petición por minuto; se espera al menos 1.'],
  [0.4, 1.1, 'Tráfico: 0,4 peticiones por minuto; se esperan al menos 1,1.'],
])('%d requests a minute of %d that are expected are written as Spanish does', (observed, expected, text) => {
  expect(trafficText(learned(observed, expected))).toBe(text)
})

it('one request is no plural', () => {
  expect(Object.values(kinds).map(({ requests }) => requests.count(1))).toEqual([
    '1 operación',
    '1 petición',
    '1 operación',
  ])
  expect(kinds.ENDPOINTS.requests.count(1_200)).toBe('1200 peticiones')
})
