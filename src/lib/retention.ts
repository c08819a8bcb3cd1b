const hour = 60 * 60_000
const day = 24 * hour

/**
 * How long what is stored is kept, in milliseconds. Sessions, sign-ins and tokens expire by themselves; incidents
 * and their timelines, the audit trail and SINLI messages are kept without an end.
 */
export const keptMs = {
  /** Rows of samples, by their span in seconds, as long as the charts read them; those of 10 s longer for late ones. */
  samples: { 10: 6.5 * hour, 60: 2 * day, 3600: 90 * day },
  /** Budgets that no longer hold: as long as the rows of an hour that are shown with them. */
  budget: 90 * day,
  /** Examples of requests. Source: docs/examples.md. */
  requestExample: 7 * day,
  /** Traces of requests to our own routes. Source: docs/tracing.md. */
  requestTrace: 2 * day,
  /** Counts of refused data: counting begins anew after a day without refusals. */
  refusedTelemetry: day,
  /** A stream without data for longer only shows that it is not new: counting begins anew. */
  stream: hour,
  /** A stream of a process that sends nothing is given up earlier where room is needed. */
  unusedStream: 10 * 60_000,
  /** The time of the next export of a sender. */
  sender: day,
  /** Retired services without a token: as long as their last tokens. */
  retiredService: 30 * day,
  /** Tokens that expired or were revoked. Source: docs/tokens.md. */
  endedToken: 30 * day,
  /** Messages to destinations, with their attempts. Source: docs/alerting.md. */
  delivery: 90 * day,
  /** Groups of messages that concern nothing any more: longer than any interval between two messages of a group. */
  idleGroup: 7 * day,
  /** Pauses of the whole service: the longest interval of a schedule and its longest limit. */
  pause: 3 * 366 * day,
  /** Answers to requests with an idempotency key. Source: the contract. */
  keyedAnswer: hour,
} as const

/** The time before which something of a kind is no longer kept at `at`. */
export const keptSince = (what: keyof Omit<typeof keptMs, 'samples'>, at: Date): Date =>
  new Date(at.getTime() - keptMs[what])
