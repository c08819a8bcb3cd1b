import { type Maintenance } from '../../api/incidents/maintenance.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { localize, plural } from '../../i18n.ts'

/** Whether a maintenance is in progress, still to come, or over. */
export type MaintenanceStatus = 'active' | 'planned' | 'over'

const text = localize(
  {
    active: (n: number) => `${formatInteger(n)} en curso`,
    planned: (n: number) => plural(n, '1 planificado', `${formatInteger(n)} planificados`),
  },
  { active: (n) => `${formatInteger(n)} in progress`, planned: (n) => `${formatInteger(n)} planned` },
)

/** The status of a maintenance. A recurring maintenance is planned until somebody ends it. */
export function statusOf({ active, endedAt, recurrence, endsAt }: Maintenance): MaintenanceStatus {
  if (active) return 'active'
  const isOver = endedAt !== null || (recurrence === null && Date.parse(endsAt) <= Date.now())
  return isOver ? 'over' : 'planned'
}

/** The present or next window of a maintenance. If it is over or far ahead, its first window. */
export const nextWindow = ({ windows: [next], startsAt, endsAt }: Maintenance) => next ?? { startsAt, endsAt }

const order: readonly MaintenanceStatus[] = ['active', 'planned', 'over']

/** Sorts maintenances: first those in progress, then the planned ones, then the others, each by time. */
export const byTime = (maintenances: readonly Maintenance[]): Maintenance[] =>
  maintenances.toSorted(
    (a, b) =>
      order.indexOf(statusOf(a)) - order.indexOf(statusOf(b)) ||
      Date.parse(nextWindow(a).startsAt) - Date.parse(nextWindow(b).startsAt),
  )

/** The number of maintenances in progress and planned, in a phrase. */
export function summarize(maintenances: readonly Maintenance[]): string {
  const count = (status: MaintenanceStatus) => maintenances.filter((one) => statusOf(one) === status).length
  const [active, planned] = [count('active'), count('planned')]
  return [active > 0 && text.active(active), text.planned(planned)].filter(Boolean).join(' · ')
}
