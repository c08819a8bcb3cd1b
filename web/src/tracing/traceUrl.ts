/**
 * The address of a trace in the tracing system, from the setting TRACE_URL; null if none is configured. The id replaces
 * `{traceId}`.
 */
export const traceUrlOf = (template: string | null, traceId: string): string | null =>
  template?.replace('{traceId}', encodeURIComponent(traceId)) ?? null
