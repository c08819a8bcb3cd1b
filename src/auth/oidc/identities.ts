import type { Database } from '../../database/database.ts'
import type { OperatorIdentity } from '../../generated/prisma/client.ts'

/** A person at the provider: its issuer, as the settings spell it, and its id of the person. */
export type Subject = { issuer: string; subject: string }

/**
 * The identities of a person, whatever the spelling of their issuer. There can be two, of two accounts, from when each
 * spelling had its own: the one with the spelling of the settings is first.
 */
export async function findIdentities(db: Database, { issuer, subject }: Subject): Promise<OperatorIdentity[]> {
  const found = await db.operatorIdentity.findMany({ where: { subject }, orderBy: { linkedAt: 'asc' } })
  const isExact = (identity: OperatorIdentity) => Number(identity.issuer === issuer)
  return found
    .filter((identity) => isSameIssuer(identity.issuer, issuer))
    .sort((one, other) => isExact(other) - isExact(one))
}

/**
 * Gives an account an identity in place of the one it had. It is then not linked a second time unless an administrator
 * allows it. Returns whether it was given: false if another account has it.
 */
export async function setIdentity(
  tx: Database,
  operatorId: string,
  { issuer, subject }: Subject,
  at: Date,
): Promise<boolean> {
  await tx.operatorIdentity.deleteMany({ where: { operatorId } })
  const { count } = await tx.operatorIdentity.createMany({
    data: [{ operatorId, issuer, subject, linkedAt: at }],
    skipDuplicates: true,
  })
  if (count > 0) await tx.operator.update({ where: { id: operatorId }, data: { linkable: false } })
  return count > 0
}

/**
 * Whether two issuers are the same. The setting, the provider's metadata and the stored identities may spell one
 * differently: with and without a final slash, or in another case of the host.
 */
export const isSameIssuer = (one: string, other: string): boolean => canonical(one) === canonical(other)

const canonical = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).href.replace(/\/$/, '') : issuer)
