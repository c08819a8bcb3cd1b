import { type ReactNode, useMemo, useState } from 'react'
import { type MessageRow, readIds, useFailedCount } from '../../api/messages.ts'
import { MOST_MESSAGES } from '../../api/replays.ts'
import { type ReplaySelection } from '../../api/rest.ts'
import { words } from '../../language.ts'
import { Refusal } from '../../ui/Refusal.tsx'
import { RecordTable } from '../../ui/table/RecordTable.tsx'
import { ReplayDialog } from '../replays/ReplayDialog.tsx'
import { columnsWith } from './columns.tsx'
import { asFilter, failedSelection, mayHaveFailed, type MessageFilters } from './filters.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useSelection } from './useSelection.ts'

type Props = {
  /** Undefined while loading. */
  rows: readonly MessageRow[] | undefined
  filters: MessageFilters
  mayReplay: boolean
  empty: ReactNode
}

const text = words({ label: 'Mensajes SINLI' }, { label: 'SINLI messages' })

/** The messages of a list, selectable for a replay if the operator may replay them. */
export function MessageTable({ rows, filters, mayReplay, empty }: Props) {
  const shown = useMemo(() => (rows ?? []).map(({ id }) => id), [rows])
  const selection = useSelection(shown)
  const columns = useMemo(() => columnsWith(mayReplay ? selection : null), [mayReplay, selection])
  const failed = useFailedCount(mayReplay && mayHaveFailed(filters) ? asFilter(filters) : null)
  const [chosen, setChosen] = useState<ReplaySelection>({ messageIds: [] })
  const [isReplaying, setReplaying] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const replay = (some: ReplaySelection) => {
    setChosen(some)
    setReplaying(true)
  }
  const replayFailed = async () => {
    setError(null)
    await selectionOf(filters).then(replay, setError)
  }
  return (
    <>
      {mayReplay && (
        <SelectionBar
          selection={selection}
          shown={shown.length}
          isFiltered={Object.keys(filters).length > 0}
          failed={mayHaveFailed(filters) ? failed : 0}
          onReplaySelected={() => {
            replay({ messageIds: [...selection.ids] })
          }}
          onReplayFailed={() => void replayFailed()}
        />
      )}
      <Refusal error={error} />
      <RecordTable label={text.label} columns={columns} rows={rows} idOf={({ id }) => id} empty={empty} />
      <ReplayDialog
        opened={isReplaying}
        selection={chosen}
        onDone={selection.clear}
        onClose={() => {
          setReplaying(false)
        }}
      />
    </>
  )
}

async function selectionOf(filters: MessageFilters): Promise<ReplaySelection> {
  const selection = failedSelection(filters)
  return selection ?? { messageIds: await readIds({ ...asFilter(filters), status: 'FAILED' }, MOST_MESSAGES) }
}
