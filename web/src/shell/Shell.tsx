import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { NotificationsControl } from '../pages/notifications/NotificationsControl.tsx'
import { words } from '../language.ts'
import logo from '../ui/vigia.svg'
import { ConnectionTruth } from './ConnectionTruth.tsx'
import { Doubts } from './Doubts.tsx'
import { EnvironmentMark } from './EnvironmentMark.tsx'
import { titles } from '../titles.ts'
import { ProfileMenu } from './ProfileMenu.tsx'
import { SearchControl } from './SearchControl.tsx'
import classes from './Shell.module.css'

const text = words(
  { sections: 'Secciones', skip: 'Ir al contenido' },
  { sections: 'Sections', skip: 'Skip to content' },
)

/** Frame around every page of a signed-in operator. To add a section, add it to `sections`. */
export function Shell({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { environment } = useSession()
  return (
    <div className={classes.shell} data-environment={environment.toUpperCase()}>
      <a href="#content" className={classes.skip}>
        {text.skip}
      </a>
      <header className={classes.header}>
        <span className={classes.brand}>
          <img src={logo} alt="" width="20" height="20" />
          <span className={classes.name}>Vigía</span> <EnvironmentMark environment={environment} />
        </span>
        <Sections />
        <span className={classes.tools}>
          <span className={classes.truth}>
            <ConnectionTruth />
          </span>
          <SearchControl />
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

const sections = ['overview', 'libraries', 'customers', 'integrations', 'endpoints', 'audit'] as const

function Sections() {
  const line = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // If the sections do not all fit, centre the current one, so that its neighbours are visible too.
  useEffect(() => {
    const here = line.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (here) line.current?.scrollTo({ left: here.offsetLeft - (line.current.clientWidth - here.offsetWidth) / 2 })
  }, [pathname])
  return (
    <nav ref={line} className={classes.sections} aria-label={text.sections}>
      {sections.map((section) => (
        <Link
          key={section}
          to={section === 'overview' ? '/' : `/${section}`}
          activeOptions={{ exact: section === 'overview', includeSearch: false }}
          className={classes.section}
          data-title={titles[section]}
        >
          {titles[section]}
        </Link>
      ))}
    </nav>
  )
}
