/**
 * Imports only run downhill: a file may import from its own layer or from a layer further down this list.
 * docs/architecture.md draws it.
 */
const layers = [
  ['main', '^src/main\\.ts$'],
  ['server', '^src/(server|http-server|change-feed|delete-expired)\\.ts$'],
  ['edges', '^src/(http|graphql|cli)/'],
  ['tracing', '^src/tracing/'],
  ['alerting', '^src/alerting/'],
  ['pipeline', '^src/monitoring/[a-z-]+\\.ts$'],
  ['onboarding', '^src/onboarding/'],
  ['intake', '^src/monitoring/(intake|examples)/'],
  ['notifications', '^src/monitoring/notifications/'],
  ['incidents', '^src/monitoring/(incidents|suppression)/'],
  ['health', '^src/monitoring/health/'],
  ['telemetry', '^src/monitoring/telemetry/'],
  ['trade-and-inventory', '^src/(trade|inventory)/'],
  ['request', '^src/request/'],
  ['auth-audit', '^src/(auth|audit)/'],
  ['database', '^src/database/'],
  ['sinli-otlp', '^src/(sinli|otlp)/'],
  ['lib', '^src/(lib/|messages/|config\\.ts|settings\\.ts|setting-(values|readers)\\.ts)'],
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
      from: { path: '^src/(tracing|alerting|inventory|monitoring|onboarding|trade|auth|audit|sinli|otlp)/' },
      to: {
        path: [
          '^src/request/',
          '^src/generated/graphql',
          'node_modules/(express|graphql|graphql-ws|@apollo|ws|dataloader)/',
        ],
      },
    },
    {
      name: 'the-edges-ask-the-domain-not-prisma',
      severity: 'error',
      from: { path: '^src/(http|graphql|request)/' },
      to: { path: ['^src/generated/prisma', 'node_modules/@prisma/'] },
    },
    {
      name: 'request-knows-no-edge',
      severity: 'error',
      from: { path: '^src/request/' },
      to: { path: 'node_modules/(express|graphql|graphql-ws|@apollo|ws|dataloader)/' },
    },
    // The labels import nothing.
    {
      name: 'the-web-application-is-a-client',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^src/', pathNot: '^src/messages/sinli/labels\\.ts$' },
    },
    {
      name: 'the-shared-components-know-no-domain',
      severity: 'error',
      from: { path: '^web/src/(ui|format)/' },
      to: { path: '^web/src/', pathNot: '^web/src/(ui/|format/|i18n\\.ts)' },
    },
    {
      name: 'the-rule-is-pure',
      severity: 'error',
      from: {
        path: [
          '^src/monitoring/health/rule/',
          '^src/monitoring/incidents/(lifecycle|incident)\\.ts$',
          '^src/monitoring/telemetry/(window|buckets|histogram|latency-stats|last-sample)\\.ts$',
        ],
      },
      to: {
        path: ['^src/database/', '^src/generated/', '^src/lib/(clock|log|change-bus)\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-steps-are-pure',
      severity: 'error',
      from: { path: '^src/onboarding/(stages|steps|step-text)\\.ts$' },
      to: { path: ['^src/database/', '^src/generated/prisma/client', '^src/lib/(clock|log|change-bus)\\.ts$'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '^src/generated'] },
  },
}
