import { useState } from 'react'
import { Drawer, Skeleton } from '@mantine/core'
import { type AuditEntry } from '../../../api/auth/audit.ts'
import { localize } from '../../../i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { CompactButton } from '../../../ui/buttons/CompactButton.tsx'
import { ActionError } from '../../../ui/feedback/ActionError.tsx'
import { useReturnFocus } from '../../../ui/dialogs/useReturnFocus.ts'
import { commonLabels } from '../../../ui/labels.ts'
import { actionLabel } from '../actions.ts'
import { Changes } from './Changes.tsx'
import { EntryFacts } from './EntryFacts.tsx'
import classes from './EntryDrawer.module.css'
import { EntryHash } from './EntryHash.tsx'

type Neighbours = { newer: number | undefined; older: number | undefined }

type Props = {
  opened: boolean
  /** Undefined while loading, null if not found. */
  entry: AuditEntry | null | undefined
  error: Error | null
  neighbours: Neighbours
  onMove: (id: number) => void
  onClose: () => void
}

const text = localize(
  {
    title: 'Entrada de auditoría',
    newer: 'Más reciente',
    older: 'Más antigua',
    missing: 'No hay ninguna entrada con este número',
    elsewhere: 'Comprueba que el enlace esté completo.',
  },
  {
    title: 'Audit entry',
    newer: 'Newer',
    older: 'Older',
    missing: 'There is no entry with this number',
    elsewhere: 'Check that the link is complete.',
  },
)

/** One entry of the audit trail in full, in a drawer beside the list. */
export function EntryDrawer({ opened, entry, error, neighbours, onMove, onClose }: Props) {
  useReturnFocus(opened)
  const displayed = useLastEntry(opened, entry)
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size={620}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        {/* `role="none"`: a header element here would be a second banner of the page. */}
        <Drawer.Header role="none" className={classes.header}>
          <Drawer.Title className={classes.title}>{displayed ? formatTitle(displayed) : text.title}</Drawer.Title>
          <NeighbourButtons neighbours={neighbours} onMove={onMove} />
          <Drawer.CloseButton aria-label={commonLabels.close} ml={0} data-autofocus />
        </Drawer.Header>
        <Drawer.Body className={classes.body}>
          <ActionError error={error} />
          {displayed === null && <EmptyState title={text.missing} hint={text.elsewhere} />}
          {displayed === undefined && !error && <Placeholder />}
          {displayed && <EntryDetails entry={displayed} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

// Keeps the last entry on screen during the closing animation.
function useLastEntry(opened: boolean, entry: Props['entry']) {
  const [last, setLast] = useState(entry)
  if (opened && last !== entry) setLast(entry)
  return opened ? entry : last
}

const formatTitle = (entry: AuditEntry) => actionLabel(entry) ?? entry.action

function NeighbourButtons({
  neighbours: { newer, older },
  onMove,
}: {
  neighbours: Neighbours
  onMove: (id: number) => void
}) {
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
      <CompactButton {...to(newer)}>{text.newer}</CompactButton>
      <CompactButton {...to(older)}>{text.older}</CompactButton>
    </span>
  )
}

function EntryDetails({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <EntryFacts entry={entry} />
      <Changes entry={entry} />
      <EntryHash hash={entry.hash} />
    </>
  )
}

function Placeholder() {
  return ['60%', '80%', '40%', '70%', '55%'].map((width) => <Skeleton key={width} height={14} width={width} my={16} />)
}
