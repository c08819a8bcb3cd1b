/** Who does something, from where, and in which request: what the audit trail wants to know. */
export type Actor = { operator: { id: string; name: string; email: string }; address: string; requestId: string | null }

/** The part of an audit entry that tells who. */
export const auditActor = ({ operator, address, requestId }: Actor) => ({ actor: operator.email, address, requestId })
