/** Groups of files, each with the tests (in test/) that cover them; none of these tests needs a gateway. */
export const groups = {
  evaluation: {
    mutate: rule('evaluate', 'breach', 'transition', 'manual-resolution', 'rule-state', 'no-data', 'state'),
    tests: monitoring('evaluate', 'known-alerting-mistakes', 'evidence', 'rule-state'),
  },
  evidence: {
    mutate: [...rule('evidence'), 'src/monitoring/health/reason-text.ts', 'src/monitoring/health/state-labels.ts'],
    tests: monitoring('evaluate', 'evidence'),
  },
  policy: { mutate: rule('policy', 'policy-validation'), tests: monitoring('policy') },
  summary: { mutate: rule('window-summary'), tests: monitoring('window-summary', 'window') },
  incidents: {
    mutate: ['src/monitoring/incidents/{lifecycle,incident-event}.ts'],
    tests: monitoring('lifecycle', 'known-alerting-mistakes'),
  },
  lockout: { mutate: ['src/auth/lockout.ts'], tests: ['auth/lockout'] },
  permissions: {
    mutate: ['src/auth/permissions.ts', 'src/graphql/guards/field-permissions.ts'],
    tests: ['graphql/field-permissions', 'auth/token-scopes'],
  },
  outage: {
    mutate: ['src/monitoring/telemetry-outage.ts', 'src/monitoring/telemetry/last-sample.ts'],
    tests: monitoring('telemetry-outage', 'window-summary'),
  },
  samples: { mutate: ['src/monitoring/telemetry/{flush,roll-up}.ts'], tests: monitoring('flush', 'history-values') },
  retry: { mutate: ['src/trade/inbound/retry.ts'], tests: ['trade/inbound-retry'] },
  subscribers: {
    mutate: ['src/graphql/subscriptions/{subscriber,drain-queue,subscription-group}.ts'],
    tests: ['graphql/subscriber', 'graphql/subscription-group'],
  },
  cache: { mutate: ['src/graphql/http/cache-store.ts'], tests: ['graphql/cache-store'] },
  limits: {
    mutate: ['src/graphql/guards/{query-complexity,complexity-limits}.ts'],
    tests: ['graphql/query-complexity', 'graphql/list-cost', 'graphql/complexity-limits'],
  },
}

function rule(...names) {
  return names.map((name) => `src/monitoring/health/rule/${name}.ts`)
}

function monitoring(...names) {
  return names.map((name) => `monitoring/${name}`)
}
