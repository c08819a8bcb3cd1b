import type { Database } from '../../database/database.ts'
import type { OperatorIdentity } from '../../generated/prisma/client.ts'

/** A person at the provider: the provider's issuer as spelled in the settings, and the provider's id of the person. */
export type Subject = { issuer: string; subject: string }

/**
 * The identities of a person under any spelling of the issuer; the spelling of the settings is first. A person can have
 * two identities with an account each, from a time when different spellings counted as different issuers.
 */
export async function findIdentities(db: Database, { issuer, subject }: Subject): Promise<OperatorIdentity[]> {
  const found = await db.operatorIdentity.findMany({ where: { subject }, orderBy: { linkedAt: 'asc' } })
  const isExact = (identity: OperatorIdentity) => Number(identity.issuer === issuer)
  return found
    .filter((identity) => isSameIssuer(identity.issuer, issuer))
    .sort((one, other) => isExact(other) - isExact(one))
}

/**
 * Sets the identity of an account in place of its former one. The account is then not linked again unless an
 * administrator allows it. Returns false if another account has the identity.
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
 * Whether two issuers are the same. The setting, the provider's metadata and the stored identities may spell the same
 * issuer differently: with or without a final slash, or with the host in another case.
 */
export const isSameIssuer = (one: string, other: string): boolean => canonical(one) === canonical(other)

const canonical = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).href.replace(/\/$/, '') : issuer)
