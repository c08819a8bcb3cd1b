/** What an entry of the audit trail says about why a login was locked or unlocked; undefined where it says nothing. */
export function saidIn(after: unknown): string | undefined {
  if (typeof after !== 'object' || after === null) return undefined
  const said = 'reason' in after && after.reason ? after.reason : 'lockReason' in after && after.lockReason
  return typeof said === 'string' && said !== '' ? said : undefined
}
