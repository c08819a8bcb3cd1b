import { type Maintenance } from '../../api/incidents/maintenance.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { localize, plural } from '../../i18n.ts'

/** Whether a maintenance is going on, still to come, or over. */
export type MaintenanceStatus = 'active' | 'planned' | 'over'

const text = localize(
  {
    active: (n: number) => `${formatInteger(n)} en curso`,
    planned: (n: number) => plural(n, '1 planificado', `${formatInteger(n)} planificados`),
  },
  { active: (n) => `${formatInteger(n)} in progress`, planned: (n) => `${formatInteger(n)} planned` },
)

/** The status of a maintenance. One that recurs is planned until somebody ends it. */
export function statusOf({ active, endedAt, recurrence, endsAt }: Maintenance): MaintenanceStatus {
  if (active) return 'active'
  const isOver = endedAt !== null || (recurrence === null && Date.parse(endsAt) <= Date.now())
  return isOver ? 'over' : 'planned'
}

/** Its present or next window; of one that is over, or far ahead, the first one. */
export const nextWindow = ({ windows: [next], startsAt, endsAt }: Maintenance) => next ?? { startsAt, endsAt }

const order: readonly MaintenanceStatus[] = ['active', 'planned', 'over']

/** The maintenance in progress, then the planned one, then the rest, each by time. */
export const byTime = (maintenances: readonly Maintenance[]): Maintenance[] =>
  maintenances.toSorted(
    (a, b) =>
      order.indexOf(statusOf(a)) - order.indexOf(statusOf(b)) ||
      Date.parse(nextWindow(a).startsAt) - Date.parse(nextWindow(b).startsAt),
  )

/** How many are in progress and planned, in a phrase. */
export function summarize(maintenances: readonly Maintenance[]): string {
  const count = (status: MaintenanceStatus) => maintenances.filter((one) => statusOf(one) === status).length
  const [active, planned] = [count('active'), count('planned')]
  return [active > 0 && text.active(active), text.planned(planned)].filter(Boolean).join(' · ')
}
