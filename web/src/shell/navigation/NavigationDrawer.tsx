import { useEffect } from 'react'
import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { commonLabels } from '../../ui/labels.ts'
import logo from '../../ui/vigia.svg'
import { NavigationLinks } from './NavigationLinks.tsx'
import classes from './NavigationDrawer.module.css'

type Props = {
  title: string
  onClose: () => void
  /** Called when a page is chosen. */
  onNavigate: () => void
}

/** The navigation of a narrow window, which covers the page. The caller moves the focus when the drawer closes. */
export function NavigationDrawer({ title, onClose, onNavigate }: Props) {
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', onNavigate), [router, onNavigate])
  const hasRail = useMediaQuery('(min-width: 1024px)', false, { getInitialValueInEffect: false })
  useEffect(() => {
    if (hasRail) onClose()
  }, [hasRail, onClose])
  return (
    <Drawer.Root opened onClose={onClose} returnFocus={false} position="left" size={280} padding={0}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content aria-label={title}>
        <div className={classes.header}>
          <img src={logo} alt="" width="20" height="20" />
          <span className={classes.name}>Vigía</span>
          <Drawer.CloseButton aria-label={commonLabels.close} />
        </div>
        <Drawer.Body>
          <NavigationLinks />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
