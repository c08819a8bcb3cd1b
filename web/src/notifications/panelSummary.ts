import { type Panel } from '../api/incidents/notifications.ts'
import { severities, severityTones } from '../health/labels.ts'
import { localize, plural } from '../i18n.ts'

const text = localize(
  {
    loading: 'Aún no se sabe cuántos incidentes hay abiertos',
    none: 'Ningún incidente abierto',
    open: (n: number) => plural(n, '1 incidente abierto', `${String(n)} incidentes abiertos`),
    unattended: (n: number) => `${String(n)} sin atender`,
    attended: 'ninguno sin atender',
    noneNew: 'Ningún incidente nuevo desde que abriste Notificaciones',
    new: (n: number) =>
      plural(n, '1 incidente nuevo', `${String(n)} incidentes nuevos`) + ' desde que abriste Notificaciones',
  },
  {
    loading: 'The number of open incidents is not known yet',
    none: 'No open incident',
    open: (n) => plural(n, '1 open incident', `${String(n)} open incidents`),
    unattended: (n) => `${String(n)} unassigned`,
    attended: 'none unassigned',
    noneNew: 'No new incident since you opened Notifications',
    new: (n) => plural(n, '1 new incident', `${String(n)} new incidents`) + ' since you opened Notifications',
  },
)

/** The number of open incidents that nobody has acknowledged. */
export const countUnattended = ({ categories }: Panel): number =>
  categories.reduce((sum, { unacknowledgedCount }) => sum + unacknowledgedCount, 0)

/** Describes the badge of the notifications control. */
export function describeBadge(panel: Panel | undefined): string {
  if (!panel) return text.loading
  if (panel.badge === 0) return text.none
  const unattended = countUnattended(panel)
  return `${text.open(panel.badge)}, ${unattended > 0 ? text.unattended(unattended) : text.attended}`
}

/** Describes the badge of the profile entry. */
export function describeProfileBadge(panel: Panel | undefined): string {
  if (!panel) return text.loading
  return panel.profileBadge > 0 ? text.new(panel.profileBadge) : text.noneNew
}

/** Tone of the number of open incidents: the worst unacknowledged severity, or quiet if all are acknowledged. */
export function badgeTone(panel: Panel | undefined): 'alarm' | 'warning' | 'quiet' {
  const unattended = panel?.categories.filter(({ unacknowledgedCount }) => unacknowledgedCount > 0) ?? []
  const worst = severities.find((severity) => unattended.some((category) => category.severity === severity))
  return worst ? severityTones[worst] : 'quiet'
}
