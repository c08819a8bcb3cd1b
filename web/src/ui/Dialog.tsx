import { type ReactNode } from 'react'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import classes from './Dialog.module.css'
import { common } from './words.ts'

type Props = {
  /** Keep it in the tree while it is closed: then the focus returns to where it was. */
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** Whether only what is in it closes it, lest what it shows be lost by a slip of the hand. */
  isSticky?: boolean
  /** Whether it holds a table: then it is as wide as the page allows, and on a phone all there is. */
  isWide?: boolean
  children: ReactNode
}

const NARROW = 460
const WIDE = 940

/** Something that has to be answered before one goes on. */
export function Dialog({ opened, onClose, title, isSticky = false, isWide = false, children }: Props) {
  const isSmall = useMediaQuery('(max-width: 760px)')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={isWide ? WIDE : NARROW}
      centered={!isWide}
      fullScreen={isWide && isSmall}
      withCloseButton={!isSticky}
      // Whatever takes so much room is too much to lose.
      closeOnClickOutside={!isSticky && !isWide}
      closeOnEscape={!isSticky}
      // Else its head would be a second one of the whole page.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': common.close }}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
    >
      {children}
    </Modal>
  )
}

/** The ways on from a dialog, at its end. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
