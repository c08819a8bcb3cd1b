/** Groups of files, each with the tests (in test/) that cover them; none of these tests needs a gateway. */
export const groups = {
  evaluation: {
    mutate: rule('evaluate', 'breach', 'transition', 'manual-resolution', 'rule-state', 'no-data', 'state'),
    tests: ruleTests('evaluate', 'known-alerting-mistakes', 'evidence', 'rule-state'),
  },
  evidence: {
    mutate: [
      ...rule('evidence'),
      'src/monitoring/health/reason-text.ts',
      'src/messages/reasons/es.ts',
      'src/messages/reasons/en.ts',
      'src/monitoring/health/state-labels.ts',
    ],
    tests: ruleTests('evaluate', 'evidence'),
  },
  policy: { mutate: rule('policy', 'policy-validation'), tests: ruleTests('policy') },
  summary: { mutate: rule('window-summary'), tests: monitoring('health/rule/window-summary', 'telemetry/window') },
  incidents: {
    mutate: ['src/monitoring/incidents/{lifecycle,incident}.ts'],
    tests: monitoring('incidents/lifecycle', 'health/rule/known-alerting-mistakes'),
  },
  lockout: { mutate: ['src/auth/lockout.ts'], tests: ['auth/lockout'] },
  permissions: {
    mutate: ['src/auth/permissions.ts', 'src/graphql/guards/check-permissions.ts'],
    tests: ['graphql/guards/check-permissions', 'auth/token-scopes'],
  },
  samples: {
    mutate: ['src/monitoring/telemetry/{flush,roll-up}.ts'],
    tests: monitoring('telemetry/flush', 'history-values'),
  },
  retry: { mutate: ['src/trade/inbound/retry.ts'], tests: ['trade/inbound-retry'] },
  subscribers: {
    mutate: ['src/graphql/subscriptions/{subscriber,drain-queue,subscription-group}.ts'],
    tests: ['graphql/subscriptions/subscriber', 'graphql/subscriptions/subscription-group'],
  },
  cache: {
    mutate: ['src/graphql/http/cache-store.ts', 'src/graphql/compile-operation.ts'],
    tests: ['graphql/http/cache-store', 'graphql/compile-operation'],
  },
  limits: {
    mutate: ['src/graphql/guards/{query-complexity,complexity-limits,list-sizes}.ts'],
    tests: ['query-complexity', 'list-cost', 'list-sizes', 'complexity-limits'].map((name) => `graphql/guards/${name}`),
  },
}

function rule(...names) {
  return names.map((name) => `src/monitoring/health/rule/${name}.ts`)
}

function ruleTests(...names) {
  return monitoring(...names.map((name) => `health/rule/${name}`))
}

function monitoring(...names) {
  return names.map((name) => `monitoring/${name}`)
}
