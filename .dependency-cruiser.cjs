/**
 * Imports only run downhill: a file may import from its own layer or from a layer further down this list.
 * docs/architecture.md draws it.
 */
const layers = [
  ['main', '^src/main\\.ts$'],
  ['server', '^src/(server|http-server|change-feed)\\.ts$'],
  ['edges', '^src/(http|graphql|cli)/'],
  ['pipeline', '^src/monitoring/[a-z-]+\\.ts$'],
  ['notifications', '^src/monitoring/notifications/'],
  ['incidents', '^src/monitoring/incidents/'],
  ['health', '^src/monitoring/health/'],
  ['telemetry', '^src/monitoring/telemetry/'],
  ['trade-and-inventory', '^src/(trade|inventory)/'],
  ['auth-audit', '^src/(auth|audit)/'],
  ['database', '^src/database/'],
  ['sinli', '^src/sinli/'],
  ['lib', '^src/(lib/|config\\.ts|setting-values\\.ts)'],
]

const downhillOnly = layers.slice(1).map(([name, path], index) => ({
  name: `${name}-imports-only-downhill`,
  severity: 'error',
  from: { path },
  to: {
    path: layers.slice(0, index + 1).map(([, above]) => above),
    pathNot: ['^src/generated/', ...layers.slice(index + 1, index + 2).map(([, own]) => own)],
  },
}))

module.exports = {
  forbidden: [
    ...downhillOnly,
    { name: 'no-circles', severity: 'error', from: { pathNot: '^src/generated/' }, to: { circular: true } },
    {
      name: 'the-edges-do-not-meet',
      severity: 'error',
      from: { path: '^src/(http|graphql|cli)/' },
      to: { path: '^src/(http|graphql|cli)/', pathNot: '^src/$1/' },
    },
    {
      name: 'the-domain-knows-no-transport',
      severity: 'error',
      from: { path: '^src/(inventory|monitoring|trade|auth|audit|sinli)/' },
      to: { path: ['^src/generated/graphql', 'node_modules/(express|graphql|graphql-ws|@apollo|ws|dataloader)/'] },
    },
    {
      name: 'the-edges-ask-the-domain-not-prisma',
      severity: 'error',
      from: { path: '^src/(http|graphql)/' },
      to: { path: ['^src/generated/prisma', 'node_modules/@prisma/'] },
    },
    { name: 'the-web-application-is-a-client', severity: 'error', from: { path: '^web/' }, to: { path: '^src/' } },
    {
      name: 'the-rule-is-pure',
      severity: 'error',
      from: {
        path: [
          '^src/monitoring/health/rule/',
          '^src/monitoring/incidents/(lifecycle|incident-event)\\.ts$',
          '^src/monitoring/telemetry/(window|buckets|histogram|latency-stats)\\.ts$',
        ],
      },
      to: { path: ['^src/database/', '^src/generated/', '^src/lib/(clock|log|change-bus)\\.ts$'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '^src/generated'] },
  },
}
