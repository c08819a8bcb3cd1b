import { Menu, useMantineColorScheme } from '@mantine/core'
import { useNotifications } from '../api/notifications.ts'
import { useSession } from '../api/session.ts'
import { Count } from '../ui/Count.tsx'
import { UNKNOWN } from '../ui/words.ts'
import classes from './ToolButton.module.css'

/** Who is signed in, how many incidents are new to them, the theme, and the way out. */
export function ProfileMenu({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { operator, role } = useSession()
  const { data: panel } = useNotifications()
  const news = panel?.profileBadge
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <button type="button" className={classes.tool} aria-label={`${operator.name}: ${inWords(news)}`}>
          <span className={classes.name} data-initial={operator.name.slice(0, 1).toUpperCase()}>
            <span>{operator.name}</span>
          </span>
          <Count value={news} tone="news" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {operator.email}
          <br />
          Rol: {role}
        </Menu.Label>
        <Menu.Divider />
        <ThemeItems />
        <Menu.Divider />
        <Menu.Item component="a" href="/explorer">
          Explorador GraphQL
        </Menu.Item>
        <Menu.Item onClick={() => void onSignOut()}>Cerrar sesión</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const inWords = (news: number | undefined) => {
  if (news === undefined) return `incidentes nuevos: ${UNKNOWN}`
  return news === 1 ? '1 incidente nuevo' : `${String(news)} incidentes nuevos`
}

const themes = [
  { scheme: 'light', name: 'Tema claro' },
  { scheme: 'dark', name: 'Tema oscuro' },
  { scheme: 'auto', name: 'Tema del sistema' },
] as const

function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return themes.map(({ scheme, name }) => (
    <Menu.Item
      key={scheme}
      role="menuitemradio"
      aria-checked={colorScheme === scheme}
      rightSection={colorScheme === scheme ? '✓' : null}
      onClick={() => {
        setColorScheme(scheme)
      }}
    >
      {name}
    </Menu.Item>
  ))
}
