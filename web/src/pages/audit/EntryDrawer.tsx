import { useState } from 'react'
import { Drawer, Skeleton } from '@mantine/core'
import { type AuditEntry } from '../../api/audit.ts'
import { words } from '../../language.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { QuietButton } from '../../ui/QuietButton.tsx'
import { Refusal } from '../../ui/Refusal.tsx'
import { common } from '../../ui/words.ts'
import { actionInWords } from './actions.ts'
import { Changes } from './Changes.tsx'
import { EntryFacts } from './EntryFacts.tsx'
import classes from './EntryDrawer.module.css'
import { Fingerprint } from './Fingerprint.tsx'

type Neighbours = { newer: number | undefined; older: number | undefined }

type Props = {
  opened: boolean
  /** Undefined while loading, null if not found. */
  entry: AuditEntry | null | undefined
  failure: Error | null
  neighbours: Neighbours
  onMove: (id: number) => void
  onClose: () => void
}

const text = words(
  {
    title: 'Entrada de auditoría',
    newer: 'Más reciente',
    older: 'Más antigua',
    missing: 'No hay ninguna entrada con este número',
    elsewhere: 'Nada se borra de la auditoría: comprueba que el enlace esté completo.',
  },
  {
    title: 'Audit entry',
    newer: 'Newer',
    older: 'Older',
    missing: 'There is no entry with this number',
    elsewhere: 'Nothing is deleted from the audit trail: check that the link is complete.',
  },
)

/** One entry of the audit trail in full, in a drawer beside the list. */
export function EntryDrawer({ opened, entry, failure, neighbours, onMove, onClose }: Props) {
  const shown = useLast(opened, entry)
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size={620}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        {/* `role="none"`: a header element here would be a second banner of the page. */}
        <Drawer.Header role="none" className={classes.header}>
          <Drawer.Title className={classes.title}>{shown ? titleOf(shown) : text.title}</Drawer.Title>
          <Move neighbours={neighbours} onMove={onMove} />
          <Drawer.CloseButton aria-label={common.close} ml={0} data-autofocus />
        </Drawer.Header>
        <Drawer.Body className={classes.body}>
          <Refusal error={failure} />
          {shown === null && <Nothing title={text.missing} hint={text.elsewhere} />}
          {shown === undefined && !failure && <Placeholder />}
          {shown && <Whole entry={shown} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

// Keeps the last entry on screen during the closing animation.
function useLast(opened: boolean, entry: Props['entry']) {
  const [last, setLast] = useState(entry)
  if (opened && last !== entry) setLast(entry)
  return opened ? entry : last
}

const titleOf = ({ action }: AuditEntry) => actionInWords(action) ?? action

function Move({ neighbours: { newer, older }, onMove }: { neighbours: Neighbours; onMove: (id: number) => void }) {
  const to = (id: number | undefined) => ({
    // `aria-disabled` instead of `disabled`: at the end of the list the button keeps the focus.
    'aria-disabled': id === undefined,
    'data-disabled': id === undefined || undefined,
    onClick: () => {
      if (id !== undefined) onMove(id)
    },
  })
  return (
    <span className={classes.move}>
      <QuietButton {...to(newer)}>{text.newer}</QuietButton>
      <QuietButton {...to(older)}>{text.older}</QuietButton>
    </span>
  )
}

function Whole({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <EntryFacts entry={entry} />
      <Changes entry={entry} />
      <Fingerprint hash={entry.hash} />
    </>
  )
}

function Placeholder() {
  return ['60%', '80%', '40%', '70%', '55%'].map((width) => <Skeleton key={width} height={14} width={width} my={16} />)
}
