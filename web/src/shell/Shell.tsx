import { Suspense } from 'react'
import { Outlet } from '@tanstack/react-router'
import { useSession } from '../api/auth/session.ts'
import { NotificationsControl } from '../notifications/NotificationsControl.tsx'
import { localize } from '../i18n.ts'
import logo from '../ui/vigia.svg'
import { ConnectionStatus } from './status/ConnectionStatus.tsx'
import { StaleDataBanner } from './status/StaleDataBanner.tsx'
import { EnvironmentBadge } from './status/EnvironmentBadge.tsx'
import { NavigationMenu } from './navigation/NavigationMenu.tsx'
import { NavigationRail } from './navigation/NavigationRail.tsx'
import { SearchControl } from './search/SearchControl.tsx'
import { SearchProvider } from './search/SearchProvider.tsx'
import tool from './ToolButton.module.css'
import { lazyComponent } from '../api/lazyComponent.ts'
import classes from './Shell.module.css'

/**
 * Delay before the profile menu is loaded, in milliseconds. Its library is large: the data of the page and the socket
 * come first.
 */
const MENU_DELAY_MS = 300

const ProfileMenu = lazyComponent(async () => {
  await new Promise((resolve) => setTimeout(resolve, MENU_DELAY_MS))
  return (await import('./ProfileMenu.tsx')).ProfileMenu
})

const text = localize({ skip: 'Ir al contenido' }, { skip: 'Skip to content' })

/** Frame around every page of a signed-in operator: the top bar, the navigation and the page. */
export function Shell({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { environment, operator } = useSession()
  return (
    <SearchProvider>
      <div className={classes.shell} data-environment={environment.toUpperCase()}>
        <a href="#content" className={classes.skip}>
          {text.skip}
        </a>
        <header className={classes.header}>
          <NavigationMenu />
          <span className={classes.brand}>
            <img src={logo} alt="" width="20" height="20" className={classes.logo} />
            <span className={classes.name}>Vigía</span> <EnvironmentBadge environment={environment} />
          </span>
          <span className={classes.tools}>
            <span className={classes.status}>
              <ConnectionStatus />
            </span>
            <SearchControl />
            <NotificationsControl />
            <Suspense fallback={<span className={tool.tool}>{operator.name}</span>}>
              <ProfileMenu onSignOut={onSignOut} />
            </Suspense>
          </span>
        </header>
        <div className={classes.body}>
          <NavigationRail />
          <main id="content" className={classes.content} tabIndex={-1}>
            <Outlet />
          </main>
        </div>
        <StaleDataBanner />
      </div>
    </SearchProvider>
  )
}
