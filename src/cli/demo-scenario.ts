/** One observation for `POST /ingest/v1/observations`. */
export type DemoObservation = { durationMs: number; at: string } & (
  | { kind: 'endpoint'; method: string; path: string; status: number }
  | { kind: 'library' | 'integration'; id: string; ok: boolean }
)

type Target = { kind: 'endpoint'; method: string; path: string } | { kind: 'library' | 'integration'; id: string }

/** A monitored target with its rate of calls and median duration. */
type TrafficSource = { name: string; target: Target; perMinute: number; medianMs: number }

/** A fault of one source between two minutes of the hour. `slowMs` is added to every duration. */
type Fault = { name: string; from: number; to: number; badShare: number; slowMs: number; story: string }

const contact = (name: string, province: string) => ({ province, email: `pedidos@${name}.example.org` })

/** The invented libraries and integrations of the scenario. */
export const demoRecords = {
  libraries: [
    {
      code: 'DEMO-01',
      name: 'Librería de demostración Alba',
      sinliId: 'LIBDEM11',
      city: 'Valladolid',
      ...contact('alba', 'Valladolid'),
    },
    {
      code: 'DEMO-02',
      name: 'Librería de demostración Brisa',
      sinliId: 'LIBDEM12',
      city: 'Cádiz',
      ...contact('brisa', 'Cádiz'),
    },
    {
      code: 'DEMO-03',
      name: 'Librería de demostración Ciprés',
      sinliId: 'LIBDEM13',
      city: 'Huesca',
      ...contact('cipres', 'Huesca'),
    },
    { code: 'DEMO-04', name: 'Librería de demostración Duna', city: 'Almería' },
  ],
  integrations: [
    { key: 'demo_correo', name: 'Correo saliente (demostración)' },
    { key: 'demo_contabilidad', name: 'Contabilidad (demostración)' },
  ],
}

const endpoint = (method: string, path: string, perMinute: number, medianMs: number): TrafficSource => ({
  name: path,
  target: { kind: 'endpoint', method, path: `/api/admin/${path}/` },
  perMinute,
  medianMs,
})

const trafficSources: readonly TrafficSource[] = [
  endpoint('GET', 'auth/session', 40, 12),
  endpoint('POST', 'customers/1/unlock-login', 1, 60),
  endpoint('GET', 'libraries', 25, 45),
  endpoint('GET', 'customers', 20, 55),
  endpoint('GET', 'notifications', 30, 15),
  endpoint('POST', 'integrations/sinli_inbound/replay', 0.5, 220),
  endpoint('GET', 'search', 15, 90),
  endpoint('GET', 'audit', 4, 50),
  endpoint('GET', 'endpoints', 10, 25),
  ...demoRecords.libraries.map(({ code }): TrafficSource => ({
    name: code,
    target: { kind: 'library', id: code },
    perMinute: 6,
    medianMs: 180,
  })),
  ...demoRecords.integrations.map(({ key }): TrafficSource => ({
    name: key,
    target: { kind: 'integration', id: key },
    perMinute: 12,
    medianMs: 320,
  })),
]

const faults: readonly Fault[] = [
  { name: 'search', from: 1, to: 12, badShare: 0, slowMs: 1_600, story: 'la búsqueda responde despacio' },
  { name: 'DEMO-03', from: 2, to: 9, badShare: 0.95, slowMs: 0, story: 'la librería DEMO-03 está caída' },
  { name: 'demo_correo', from: 4, to: 16, badShare: 0.15, slowMs: 0, story: 'el correo saliente falla a ratos' },
  {
    name: 'customers',
    from: 18,
    to: 24,
    badShare: 0.5,
    slowMs: 200,
    story: 'la mitad de las consultas de clientes fallan',
  },
  { name: 'DEMO-01', from: 28, to: 40, badShare: 0.12, slowMs: 0, story: 'la librería DEMO-01 opera a medias' },
  { name: 'demo_contabilidad', from: 33, to: 37, badShare: 1, slowMs: 2_000, story: 'contabilidad no responde' },
  { name: 'auth/session', from: 45, to: 49, badShare: 0.3, slowMs: 0, story: 'una de cada tres sesiones falla' },
]

/** Descriptions of the faults active in this minute of the hour. */
export const storiesAt = (minute: number): string[] => activeAt(minute).map(({ story }) => story)

/**
 * Generates the observations between two moments, in milliseconds since 1970, at random around each source's rate.
 * `minute` is the minute of the hour that selects the faults; negative minutes have none.
 */
export function trafficBetween(from: number, to: number, minute: number, random: () => number): DemoObservation[] {
  const active = activeAt(minute)
  return trafficSources.flatMap((source) => {
    const fault = active.find(({ name }) => name === source.name)
    const count = poisson((source.perMinute * (to - from)) / 60_000, random)
    return Array.from({ length: count }, () => observe(source, fault, new Date(from + random() * (to - from)), random))
  })
}

function activeAt(minute: number): Fault[] {
  return faults.filter(({ from, to }) => minute >= from && minute < to)
}

function observe(
  { target, medianMs }: TrafficSource,
  fault: Fault | undefined,
  at: Date,
  random: () => number,
): DemoObservation {
  // The baseline error rate is 0.3 %.
  const ok = random() >= (fault?.badShare ?? 0.003)
  const durationMs = Math.round(medianMs * Math.exp(0.5 * normal(random)) + (fault?.slowMs ?? 0))
  const measured = { durationMs, at: at.toISOString() }
  return target.kind === 'endpoint'
    ? { ...target, status: ok ? 200 : 503, ...measured }
    : { ...target, ok, ...measured }
}

// Knuth's algorithm, fast enough for the small means here.
function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > limit; product *= random()) count++
  return count
}

const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
