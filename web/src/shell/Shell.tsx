import { Link, Outlet } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { NotificationsControl } from '../pages/notifications/NotificationsControl.tsx'
import logo from '../ui/vigia.svg'
import { ConnectionTruth } from './ConnectionTruth.tsx'
import { Doubts } from './Doubts.tsx'
import { EnvironmentMark } from './EnvironmentMark.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import classes from './Shell.module.css'

/** What surrounds every page of a signed-in operator. A new section is a new line in `sections`. */
export function Shell({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { environment } = useSession()
  return (
    <div className={classes.shell} data-environment={environment.toUpperCase()}>
      <a href="#content" className={classes.skip}>
        Ir al contenido
      </a>
      <header className={classes.header}>
        <span className={classes.brand}>
          <img src={logo} alt="" width="20" height="20" />
          Vigía <EnvironmentMark environment={environment} />
        </span>
        <Sections />
        <span className={classes.tools}>
          <span className={classes.truth}>
            <ConnectionTruth />
          </span>
          <NotificationsControl />
          <ProfileMenu onSignOut={onSignOut} />
        </span>
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
      <Doubts />
    </div>
  )
}

const sections = [{ to: '/endpoints', name: 'Endpoints' }] as const

function Sections() {
  return (
    <nav className={classes.sections} aria-label="Secciones">
      {sections.map(({ to, name }) => (
        <Link key={to} to={to} className={classes.section}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
