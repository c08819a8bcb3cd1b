import { useState } from 'react'
import { Menu, VisuallyHidden } from '@mantine/core'
import { useNotifications } from '../api/incidents/notifications.ts'
import { useSession } from '../api/auth/session.ts'
import { type Role } from '../generated/graphql.ts'
import { plural, localize } from '../i18n.ts'
import { roleLabels } from '../pages/operators/roles.ts'
import { pageTitles } from '../pageTitles.ts'
import { describeProfileBadge } from '../notifications/panelSummary.ts'
import { CountBadge } from '../ui/display/CountBadge.tsx'
import { NO_VALUE } from '../format/noValue.ts'
import { LanguageItems, ThemeItems } from './PreferenceItems.tsx'
import { MenuLink } from './navigation/MenuLink.tsx'
import classes from './ToolButton.module.css'
import { ToolTooltip } from './ToolTooltip.tsx'

const text = localize(
  {
    role: 'Rol',
    wall: 'Modo pantalla',
    explorer: 'Explorador GraphQL',
    reference: 'Referencia de la API',
    signOut: 'Cerrar sesión',
    news: (n: string) => `incidentes nuevos: ${n}`,
    count: (n: number) => plural(n, '1 incidente nuevo', `${String(n)} incidentes nuevos`),
  },
  {
    role: 'Role',
    wall: 'Screen mode',
    explorer: 'GraphQL explorer',
    reference: 'API reference',
    signOut: 'Sign out',
    news: (n) => `new incidents: ${n}`,
    count: (n) => plural(n, '1 new incident', `${String(n)} new incidents`),
  },
)

/** Menu with the operator's name, their count of new incidents, secondary pages, preferences and sign-out. */
export function ProfileMenu({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { operator, role } = useSession()
  const { data: panel } = useNotifications()
  const [isOpen, setOpen] = useState(false)
  const newIncidents = panel?.profileBadge
  return (
    <Menu
      position="bottom-end"
      width={240}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      opened={isOpen}
      onChange={setOpen}
    >
      <ToolTooltip label={describeProfileBadge(panel)} isDisabled={isOpen}>
        <Menu.Target>
          <button type="button" className={classes.tool}>
            <VisuallyHidden>
              {operator.name}: {newIncidentsText(newIncidents)}
            </VisuallyHidden>
            <span className={classes.name} data-initial={operator.name.slice(0, 1).toUpperCase()} aria-hidden="true">
              <span>{operator.name}</span>
            </span>
            {newIncidents !== 0 && (
              <span aria-hidden="true">
                <CountBadge value={newIncidents} tone="news" />
              </span>
            )}
          </button>
        </Menu.Target>
      </ToolTooltip>
      <Menu.Dropdown>
        <OperatorLabel email={operator.email} role={role} />
        <Menu.Label>{describeProfileBadge(panel)}.</Menu.Label>
        <PageLinks />
        <Menu.Divider />
        <ThemeItems />
        <LanguageItems />
        <Menu.Divider />
        <Menu.Item component="a" href="/explorer">
          {text.explorer}
        </Menu.Item>
        <Menu.Item component="a" href="/api/docs">
          {text.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void onSignOut()}>{text.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function OperatorLabel({ email, role }: { email: string; role: Role }) {
  return (
    <Menu.Label>
      {email}
      <br />
      {text.role}: {roleLabels[role].toLowerCase()}
    </Menu.Label>
  )
}

function PageLinks() {
  return (
    <>
      <MenuLink to="/account">{pageTitles.account}</MenuLink>
      <MenuLink to="/" search={{ pared: true }}>
        {text.wall}
      </MenuLink>
    </>
  )
}

const newIncidentsText = (newIncidents: number | undefined) =>
  newIncidents === undefined ? text.news(NO_VALUE) : text.count(newIncidents)
