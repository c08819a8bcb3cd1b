/** The reason for a lock or unlock in an audit entry; undefined if it has none. */
export function lockReasonIn(after: unknown): string | undefined {
  if (typeof after !== 'object' || after === null) return undefined
  const reason = 'reason' in after && after.reason ? after.reason : 'lockReason' in after && after.lockReason
  return typeof reason === 'string' && reason !== '' ? reason : undefined
}
