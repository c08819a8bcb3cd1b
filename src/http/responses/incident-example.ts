const evidence = {
  code: 'ERRORS_FAILING',
  windowSeconds: 60,
  n: 40,
  bad: 12,
  recentRate: 30,
  p95: 240,
  threshold: 25,
  at: '2026-03-01T10:00:00.000Z',
}

const reason = '12 de 40 fallidas en 60 s (30,00 %); el límite es 25,00 %.'

/** The incident shown as an example in the API's documentation. */
export const example = {
  id: '7c1f0d52-5b0e-4f0e-8a3e-0a1d5b1c2d3e',
  number: 12,
  url: 'https://admin.example.org/incidents/7c1f0d52-5b0e-4f0e-8a3e-0a1d5b1c2d3e',
  kind: 'LIBRERIAS',
  subject: {
    kind: 'LIBRERIAS',
    id: 'EJ-001',
    name: 'Librería de ejemplo Aurora',
    owner: 'Equipo de librerías',
    runbookUrl: null,
  },
  status: 'ACKNOWLEDGED',
  severity: 'Fallando',
  maxSeverity: 'Fallando',
  openedAt: '2026-03-01T10:00:00.000Z',
  acknowledgedAt: '2026-03-01T10:02:00.000Z',
  acknowledgedBy: 'Ana Ejemplo',
  acknowledger: { id: 'c1b4f3a0-2f43-4bd1-9a3e-6f0f4f1d2c3b', name: 'Ana Ejemplo' },
  reason,
  evidence,
  opening: { severity: 'Fallando', at: '2026-03-01T10:00:00.000Z', reason, evidence },
  worst: { severity: 'Fallando', at: '2026-03-01T10:00:00.000Z', reason, evidence },
  noData: false,
  canAcceptLatency: false,
  suppressed: false,
  suppressedByOnboarding: false,
}

/** The example incident with its timeline. */
export const exampleWithTimeline = {
  ...example,
  timeline: [
    {
      at: '2026-03-01T10:00:00.000Z',
      event: 'OPENED',
      by: null,
      note: null,
      reason,
      evidence,
      suppression: null,
    },
    {
      at: '2026-03-01T10:02:00.000Z',
      event: 'ACKNOWLEDGED',
      by: 'Ana Ejemplo',
      note: 'Calling them.',
      reason: null,
      evidence: null,
      suppression: null,
    },
  ],
  examples: [
    {
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: '00f067aa0ba902b7',
      at: '2026-03-01T09:59:58.250Z',
      durationMs: 30_000,
      status: null,
      errorType: 'timeout',
      name: 'POST /orders',
    },
  ],
}
