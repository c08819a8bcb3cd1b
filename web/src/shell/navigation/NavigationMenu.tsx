import { Suspense, useRef } from 'react'
import { VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { localize } from '../../i18n.ts'
import tool from '../ToolButton.module.css'
import { lazyComponent } from '../../api/lazyComponent.ts'
import classes from './NavigationMenu.module.css'

const NavigationDrawer = lazyComponent(async () => (await import('./NavigationDrawer.tsx')).NavigationDrawer)

const text = localize({ menu: 'Menú' }, { menu: 'Menu' })

/** Button that opens the navigation if the window is too narrow for the rail. */
export function NavigationMenu() {
  const [opened, { open, close }] = useDisclosure(false)
  const button = useRef<HTMLButtonElement>(null)
  const closeAndReturn = () => {
    close()
    button.current?.focus({ preventScroll: true })
  }
  const closeForNavigation = () => {
    close()
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
  }
  return (
    <span className={classes.menu}>
      <button
        ref={button}
        type="button"
        className={tool.tool}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={open}
      >
        <VisuallyHidden>{text.menu}</VisuallyHidden>
        <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
          <path d="M2 4h12M2 8h12M2 12h12" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
        </svg>
      </button>
      <Suspense>
        {opened && <NavigationDrawer title={text.menu} onClose={closeAndReturn} onNavigate={closeForNavigation} />}
      </Suspense>
    </span>
  )
}
