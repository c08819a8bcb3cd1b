import type { Wording } from './wording.ts'

/** Reasons of states. */
export const reasonsInEnglish: Wording = {
  language: 'en',
  locale: 'en-GB',
  sentences: {
    ERRORS_FAILING: ({ count, limit }) => `${count}${limit}.`,
    ERRORS_DEGRADED: ({ count, limit }) => `${count}${limit}.`,
    SLOW: ({ count, limit, p95 }) => `${count}${limit}${p95}.`,
    SILENCE_FAILING: ({ silence }) => `No sample has arrived for ${silence}, although its schedule expects them.`,
    TRAFFIC_DROP: ({ traffic }) => `Fewer requests than usual arrive: ${traffic}.`,
    PARTLY_RECOVERED: ({ count, exit }) => `Recovered in part: ${count}${exit}.`,
    RECOVERED: ({ count, exit, traffic }) => `Recovered: ${traffic || `${count}${exit}`}.`,
    FIRST_SAMPLE: ({ count }) => `The first good sample has arrived: ${count}.`,
    NO_DATA: ({ silence, service }) => `No sample has arrived for ${silence}${service}.`,
    DATA_RETURNED: ({ count }) => `Samples arrive again: ${count}.`,
    RESOLVED_BY_HAND: ({ count }) => `An operator resolved the incident: ${count}.`,
    REMOVED: () => 'It was retired.',
  },
  nothingReceived: 'No sample has arrived yet.',
  noSamples: 'no samples',
  reports: {
    ofService: (silence, every) => `It has not reported for ${silence}${every}.`,
    refused: (silence, refusal) => `No report of it has been accepted for ${silence}: it sends, but ${refusal}.`,
    ofAll: (silence, late, n) => `No watched service has reported for ${silence}: ${late} of ${n} are late.`,
    ofSubject: (service, last) => `; its service, ${service}, last reported on ${last}`,
    every: (duration) => `; it should report every ${duration}`,
  },
  share: ({ bad, n, isSlow }) => `${bad} of ${n} ${isSlow ? 'were slow' : 'failed'}`,
  period: (duration) => ` in ${duration}`,
  limit: (percent) => `; the limit is ${percent} %`,
  exit: (percent, isBound) => `, within the exit limit of ${percent} %${isBound ? ' by the margin of error' : ''}`,
  silence: (duration) => `no sample in ${duration}`,
  p95: (ms) => `; p95 of ${ms} ms`,
  usual: (p95, usual, budget) => `; p95 ${p95} ms; usually ${usual} ms (limit ${budget} ms)`,
  perMinute: (n) => `${n} a minute`,
  expected: (n, share) =>
    share === null
      ? `; at least ${n} ${n === '1' ? 'is' : 'are'} expected`
      : `, at least ${share} % of what is expected (${n})`,
}
