import { Menu, VisuallyHidden } from '@mantine/core'
import { useNotifications } from '../api/notifications.ts'
import { useMay, useSession } from '../api/session.ts'
import { type Role } from '../generated/graphql.ts'
import { plural, words } from '../language.ts'
import { titles } from '../titles.ts'
import { Count } from '../ui/Count.tsx'
import { UNKNOWN } from '../ui/words.ts'
import { LanguageItems, ThemeItems } from './Preferences.tsx'
import { LinkItem } from './LinkItem.tsx'
import classes from './ToolButton.module.css'

const text = words(
  {
    role: 'Rol',
    wall: 'Pantalla de pared',
    explorer: 'Explorador GraphQL',
    reference: 'Referencia de la API',
    leave: 'Cerrar sesión',
    news: (n: string) => `incidentes nuevos: ${n}`,
    count: (n: number) => plural(n, '1 incidente nuevo', `${String(n)} incidentes nuevos`),
  },
  {
    role: 'Role',
    wall: 'Wall screen',
    explorer: 'GraphQL explorer',
    reference: 'API reference',
    leave: 'Sign out',
    news: (n) => `new incidents: ${n}`,
    count: (n) => plural(n, '1 new incident', `${String(n)} new incidents`),
  },
)

/** Menu with the operator's name, their count of new incidents, secondary pages, preferences and sign-out. */
export function ProfileMenu({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { operator, role } = useSession()
  const news = useNotifications().data?.profileBadge
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={classes.tool}>
          <VisuallyHidden>
            {operator.name}: {inWords(news)}
          </VisuallyHidden>
          <span className={classes.name} data-initial={operator.name.slice(0, 1).toUpperCase()} aria-hidden="true">
            <span>{operator.name}</span>
          </span>
          <span aria-hidden="true">
            <Count value={news} tone="news" />
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Who email={operator.email} role={role} />
        <Pages />
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
        <Menu.Item onClick={() => void onSignOut()}>{text.leave}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Who({ email, role }: { email: string; role: Role }) {
  return (
    <Menu.Label>
      {email}
      <br />
      {text.role}: {role}
    </Menu.Label>
  )
}

function Pages() {
  const mayManage = useMay('manage:Operator')
  return (
    <>
      <LinkItem to="/account">{titles.account}</LinkItem>
      <LinkItem to="/incidents">{titles.incidents}</LinkItem>
      {mayManage && <LinkItem to="/operators">{titles.operators}</LinkItem>}
      <LinkItem to="/" search={{ pared: true }}>
        {text.wall}
      </LinkItem>
    </>
  )
}

const inWords = (news: number | undefined) => (news === undefined ? text.news(UNKNOWN) : text.count(news))
