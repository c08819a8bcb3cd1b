import { type ReactNode } from 'react'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import classes from './Dialog.module.css'
import { commonLabels } from '../labels.ts'
import { useReturnFocus } from './useReturnFocus.ts'

type Props = {
  /** Keep the component mounted while closed, so that the focus returns to where it was. */
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** Whether only the dialog's own buttons close it, so that its content is not lost by accident. */
  isSticky?: boolean
  /** Whether the dialog contains a table: then it is wide, and full-screen on a phone. */
  isWide?: boolean
  children: ReactNode
}

const NARROW = 460
const WIDE = 940

/** Modal dialog. */
export function Dialog({ opened, onClose, title, isSticky = false, isWide = false, children }: Props) {
  useReturnFocus(opened)
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
      // A wide dialog holds too much content to lose by an accidental click.
      closeOnClickOutside={!isSticky && !isWide}
      closeOnEscape={!isSticky}
      // Without a role of its own, the header would be a second banner landmark.
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': commonLabels.close }}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
    >
      {children}
    </Modal>
  )
}

/** Row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
