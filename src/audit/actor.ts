/** The operator who does something, their address and their request, for the audit trail. */
export type Actor = { operator: { id: string; name: string; email: string }; address: string; requestId: string | null }

/** The fields of an audit entry that identify the actor. */
export const auditActor = ({ operator, address, requestId }: Actor) => ({ actor: operator.email, address, requestId })
