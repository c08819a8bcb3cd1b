import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useNotifications } from '../../api/incidents/notifications.ts'
import { plural, localize } from '../../i18n.ts'
import { badgeTone } from '../../notifications/panelSummary.ts'
import { pageTitles } from '../../pageTitles.ts'
import { CountBadge } from '../../ui/display/CountBadge.tsx'
import { NO_VALUE } from '../../format/noValue.ts'
import { type NavigationGroup, type NavigationPage, useNavigation } from './navigation.ts'
import { useTooltip } from '../useTooltip.tsx'
import classes from './NavigationLinks.module.css'

const text = localize(
  {
    sections: 'Secciones',
    open: (count: number) => plural(count, '1 abierto', `${String(count)} abiertos`),
    unknown: `${NO_VALUE} abiertos`,
  },
  {
    sections: 'Sections',
    open: (count) => `${String(count)} open`,
    unknown: `${NO_VALUE} open`,
  },
)

type Props = {
  id?: string
  /** Whether only the icons are visible; then tooltips show the names. */
  isCollapsed?: boolean
}

/** The pages that the operator may see, in groups, as a landmark. */
export function NavigationLinks({ id, isCollapsed = false }: Props) {
  return (
    <nav id={id} className={classes.navigation} aria-label={text.sections} data-collapsed={isCollapsed || undefined}>
      {useNavigation().map((group) => (
        <Group key={group.id} group={group} isCollapsed={isCollapsed} />
      ))}
    </nav>
  )
}

function Group({ group: { id, title, pages }, isCollapsed }: { group: NavigationGroup; isCollapsed: boolean }) {
  return (
    <div className={classes.group}>
      <p id={`navigation-${id}`} className={classes.title}>
        {title}
      </p>
      <ul aria-labelledby={`navigation-${id}`}>
        {pages.map((page) => (
          <li key={page.page}>
            <PageLink page={page} isCollapsed={isCollapsed} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function PageLink({ page, isCollapsed }: { page: NavigationPage; isCollapsed: boolean }) {
  const title = pageTitles[page.page]
  const { handlers, tooltip } = useTooltip(title, 'right', isCollapsed)
  return (
    <>
      <Link
        to={page.to}
        activeOptions={{ exact: page.to === '/', includeSearch: false }}
        className={classes.page}
        {...handlers}
      >
        <svg className={classes.icon} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d={page.icon} />
        </svg>
        <span className={classes.name}>{title}</span>
        {page.countsIncidents && <OpenIncidents />}
      </Link>
      {tooltip}
    </>
  )
}

/** The number of open incidents, live; empty if there are none. */
function OpenIncidents() {
  const { data: panel } = useNotifications()
  if (panel?.badge === 0) return null
  return (
    <>
      <VisuallyHidden component="span"> ({panel ? text.open(panel.badge) : text.unknown})</VisuallyHidden>
      <span className={classes.count} aria-hidden="true">
        <CountBadge value={panel?.badge} tone={badgeTone(panel)} />
      </span>
    </>
  )
}
