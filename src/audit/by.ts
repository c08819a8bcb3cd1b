/** Who does something, from where, and in which request: what the audit trail wants to know. */
export type By = { operator: { id: string; name: string; email: string }; address: string; requestId: string | null }

/** The part of an audit entry that tells who. */
export const toldBy = ({ operator, address, requestId }: By) => ({ actor: operator.email, address, requestId })
