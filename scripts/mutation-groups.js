/** Which files belong together, and the tests (in test/) that say how they behave; none of them needs a gateway. */
export const groups = {
  // `kinds`, `memories` and `subjects` read and write the database, and decide nothing; the others have a group of their own.
  judging: {
    mutate: health('health', 'breach', 'moves', 'resolution', 'memory', 'silence', 'state'),
    tests: ['health', 'mistakes', 'evidence', 'memory'],
  },
  telling: { mutate: health('evidence', 'reason', 'labels'), tests: ['health', 'evidence'] },
  policy: { mutate: health('policy', 'policy-rules'), tests: ['policy'] },
  summary: { mutate: health('summary'), tests: ['summary', 'window'] },
  incidents: { mutate: ['src/monitoring/incidents/{lifecycle,incident-change}.ts'], tests: ['lifecycle', 'mistakes'] },
  lockout: { mutate: ['src/access/lockout.ts'], tests: ['lockout'] },
  permissions: { mutate: ['src/access/permissions.ts', 'src/graphql/permissions.ts'], tests: ['rules'] },
  interruption: { mutate: ['src/monitoring/interruption.ts', telemetry('heard')], tests: ['interruption'] },
  samples: { mutate: [telemetry('flush'), telemetry('roll-up')], tests: ['flush', 'history'] },
  retry: { mutate: ['src/trade/inbound-retry.ts'], tests: ['inbound-retry'] },
  listener: { mutate: ['src/graphql/{listener,drain-queue,channel}.ts'], tests: ['listener', 'channel'] },
  kept: { mutate: ['src/graphql/question-store.ts'], tests: ['question-store'] },
  limits: { mutate: ['src/graphql/measure.ts', 'src/graphql/limits.ts'], tests: ['measure'] },
}

function telemetry(name) {
  return `src/monitoring/telemetry/${name}.ts`
}

function health(...names) {
  return names.map((name) => `src/monitoring/health/${name}.ts`)
}
