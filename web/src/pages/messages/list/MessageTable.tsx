import { type ReactNode, useMemo, useState } from 'react'
import { type MessageRow, readMessageIds, useFailedCount } from '../../../api/messages/messages.ts'
import { MAX_REPLAY_MESSAGES } from '../../../api/messages/replays.ts'
import { type ReplaySelection } from '../../../api/restTypes.ts'
import { localize } from '../../../i18n.ts'
import { MissingPermission } from '../../../permissions/MissingPermission.tsx'
import { ActionError } from '../../../ui/feedback/ActionError.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { ReplayDialog } from '../../../replays/ReplayDialog.tsx'
import { columnsWith } from './columns.tsx'
import { toMessageFilter, failedSelection, canMatchFailed, type MessageFilters } from './filters.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useSelection } from './useSelection.ts'
import classes from './SelectionBar.module.css'

type Props = {
  /** Undefined while loading. */
  rows: readonly MessageRow[] | undefined
  filters: MessageFilters
  canReplay: boolean
  empty: ReactNode
}

const text = localize({ label: 'Mensajes SINLI' }, { label: 'SINLI messages' })

/** The messages of a list, selectable for a replay if the operator may replay them. */
export function MessageTable({ rows, filters, canReplay, empty }: Props) {
  const visibleIds = useMemo(() => (rows ?? []).map(({ id }) => id), [rows])
  const selection = useSelection(visibleIds)
  const columns = useMemo(() => columnsWith(canReplay ? selection : null), [canReplay, selection])
  const failed = useFailedCount(canReplay && canMatchFailed(filters) ? toMessageFilter(filters) : null)
  const [replaySelection, setReplaySelection] = useState<ReplaySelection>({ messageIds: [] })
  const [isReplaying, setReplaying] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const replay = (next: ReplaySelection) => {
    setReplaySelection(next)
    setReplaying(true)
  }
  const replayFailed = async () => {
    setError(null)
    await selectFailed(filters).then(replay, setError)
  }
  return (
    <>
      {!canReplay && (
        <div className={classes.permission}>
          <MissingPermission permission="replay:Integration" />
        </div>
      )}
      {canReplay && (
        <SelectionBar
          selection={selection}
          visibleCount={visibleIds.length}
          isFiltered={Object.keys(filters).length > 0}
          failed={canMatchFailed(filters) ? failed : 0}
          onReplaySelected={() => {
            replay({ messageIds: [...selection.ids] })
          }}
          onReplayFailed={() => void replayFailed()}
        />
      )}
      <ActionError error={error} />
      <DataTable label={text.label} columns={columns} rows={rows} getRowId={({ id }) => id} empty={empty} />
      <ReplayDialog
        opened={isReplaying}
        selection={replaySelection}
        onDone={selection.clear}
        onClose={() => {
          setReplaying(false)
        }}
      />
    </>
  )
}

async function selectFailed(filters: MessageFilters): Promise<ReplaySelection> {
  const selection = failedSelection(filters)
  return (
    selection ?? {
      messageIds: await readMessageIds({ ...toMessageFilter(filters), status: 'FAILED' }, MAX_REPLAY_MESSAGES),
    }
  )
}
