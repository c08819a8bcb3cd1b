/**
 * Imports only run downhill: a file may import from its own layer or from a layer further down this list.
 * docs/architecture.md draws it.
 */
const monitoring = (...names) => `^src/monitoring/(${names.join('|')})\\.ts$`

const layers = [
  ['main', '^src/main\\.ts$'],
  ['server', '^src/(server|edges)\\.ts$'],
  ['edges', '^src/(http|graphql|cli)/'],
  ['pipeline', monitoring('pipeline', 'judgement', 'reports', 'operators')],
  ['notifications', monitoring('notifications', 'categories')],
  ['incidents', monitoring('incidents', 'incident-queries', 'lifecycle', 'replay')],
  [
    'health',
    monitoring(
      'health',
      'silence',
      'clean',
      'breach',
      'pending',
      'memory',
      'policy',
      'policy-rules',
      'reason',
      'labels',
      'history',
      'subjects',
      'interruption',
      'state',
    ),
  ],
  ['telemetry', '^src/monitoring/'],
  ['trade-and-inventory', '^src/(trade|inventory)/'],
  ['sinli-access-audit', '^src/(sinli|access|audit)/'],
  ['database', '^src/database/'],
  ['ground', '^src/[a-z-]+\\.ts$'],
]

const downhillOnly = layers.slice(1).map(([name, path], index) => ({
  name: `${name}-imports-only-downhill`,
  severity: 'error',
  from: name === 'ground' ? { path, pathNot: ['^src/(main|server|edges)\\.ts$'] } : { path },
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
      from: { path: '^src/(inventory|monitoring|trade|access|audit|sinli)/' },
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
      from: { path: monitoring('health', 'lifecycle', 'window', 'summary', 'histogram') },
      to: { path: ['^src/database/', '^src/generated/', '^src/(clock|log|live)\\.ts$'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '^src/generated'] },
  },
}
