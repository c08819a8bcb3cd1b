import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import type { Delivery, Destination } from '../../generated/prisma/client.ts'
import { lockDestination } from '../destinations/lock-destination.ts'
import { createDelivery } from './create-delivery.ts'
import { readStatements, type Statement } from './delivery-statements.ts'
import { readState, requireGroup, saveGroup } from './groups.ts'
import type { AlertedIncident } from './open-incidents.ts'
import { notSent, sentOf, withoutIds, type GroupState } from './plan-group.ts'
import { readMutes } from './standing.ts'

/** A delivery about the incidents of a group, with its destination. */
export type GroupDelivery = Delivery & { groupKey: string; destination: Destination }

/** The time of a step in milliseconds since 1970, and the origin of URLs. */
export type RenewalContext = { at: number; publicOrigin: string | null }

/** Whether a delivery is about the incidents of a group. */
export const isOfGroup = <Row extends Delivery>(delivery: Row): delivery is Row & { groupKey: string } =>
  delivery.kind === 'INCIDENTS' && delivery.groupKey !== null

/**
 * Whether everything that a claimed delivery still has to say is true now. If not, a new delivery with the present
 * state supersedes it, which is due at once and has the remaining attempts; if there is nothing to say, none is
 * written. The new delivery has another id, because receivers ignore ids that they have seen.
 */
export async function renewDelivery(
  db: RootDatabase,
  delivery: GroupDelivery,
  context: RenewalContext,
): Promise<boolean> {
  const statements = await readStatements(db, delivery, await readMutes(db, context.at))
  if (statements.every(({ isTrue }) => isTrue)) return true
  const { id, destinationId } = delivery
  await inTransaction(db, async (tx) => {
    await lockDestination(tx, destinationId)
    await tx.delivery.updateMany({ where: { id }, data: { leasedUntil: null } })
    const data = { status: 'SUPERSEDED', endedAt: new Date(context.at) } as const
    const { count } = await tx.delivery.updateMany({ where: { id, status: 'PENDING' }, data })
    if (count === 0) return
    // Read again, because an operator may have sent the delivery again since the claim.
    const present = await tx.delivery.findUniqueOrThrow({ where: { id }, include: { destination: true } })
    const renewed = await restate(
      tx,
      await readPresent(tx, { ...present, groupKey: delivery.groupKey }, context),
      context,
    )
    const { attempts } = present
    if (renewed) await tx.delivery.update({ where: { id: renewed.id }, data: { attempts } })
  })
  return false
}

/**
 * Prepares a delivery for being sent again. Returns its id if everything that it says is true now; otherwise the id of
 * a new delivery with the present state, or null if there is nothing to say. The group then counts the content as
 * reported, so that no other message tells it too. The destination must be locked.
 */
export async function repeatDelivery(tx: Database, delivery: GroupDelivery, context: RenewalContext) {
  const present = await readPresent(tx, delivery, context)
  const { group, statements } = present
  if (!statements.every(({ isTrue }) => isTrue)) return restate(tx, present, context)
  const state = readState(group)
  await saveGroup(tx, group, { ...state, sent: sentAfter(state, statements) }, delivery.id)
  return { id: delivery.id }
}

type Present = Awaited<ReturnType<typeof readPresent>>

/**
 * The present state of a delivery's incidents, and its group, which is created again if it was deleted after a long
 * idle time.
 */
async function readPresent(tx: Database, delivery: GroupDelivery, { at }: RenewalContext) {
  const { destinationId, groupKey: key, destination } = delivery
  const group = await requireGroup(tx, { destinationId, key })
  const isMuted = await readMutes(tx, at)
  return { destination, group, isMuted, statements: await readStatements(tx, delivery, isMuted) }
}

/**
 * Writes a delivery with the present state of the incidents that another delivery still has to report; null if there is
 * nothing to say. Incidents that are held now are told later; incidents reported as firing are followed until their
 * end.
 */
async function restate(
  tx: Database,
  { destination, group, isMuted, statements }: Present,
  { at, publicOrigin }: RenewalContext,
): Promise<{ id: string } | null> {
  const firing = incidentsThat('FIRING', statements)
  const over = incidentsThat('OVER', statements)
  const resolved = destination.tellsResolved ? over : []
  const created =
    firing.length + resolved.length === 0
      ? null
      : await createDelivery(
          tx,
          destination,
          {
            group: { ...group, incidents: [...firing, ...resolved] },
            message: { firing: idsOf(firing), resolved: idsOf(resolved), news: idsOf(firing), isRepetition: false },
            pending: [],
          },
          { at, publicOrigin, isMuted },
        )
  const state = readState(group)
  const sent = { ...sentAfter(state, statements), ...created?.untold }
  await saveGroup(tx, group, { ...state, sent }, created?.delivery.id ?? null)
  return created?.delivery ?? null
}

/**
 * The reports of a group after a message about these incidents: firing incidents are reported, ended ones are removed,
 * and held ones are marked as not sent.
 */
function sentAfter({ sent }: GroupState, statements: readonly Statement[]): GroupState['sent'] {
  const held = incidentsThat('HELD', statements).map(({ id }) => [id, notSent] as const)
  return {
    ...withoutIds(sent, idsOf(incidentsThat('OVER', statements))),
    ...sentOf(incidentsThat('FIRING', statements).map(asReported)),
    ...Object.fromEntries(held),
  }
}

const asReported = ({ id, severity, status }: AlertedIncident) => ({
  ...{ id, severity },
  acknowledged: status === 'ACKNOWLEDGED',
})

const incidentsThat = (standing: Statement['standing'], statements: readonly Statement[]) =>
  statements.filter((statement) => statement.standing === standing).map(({ incident }) => incident)

const idsOf = (incidents: readonly { id: string }[]) => incidents.map(({ id }) => id)
