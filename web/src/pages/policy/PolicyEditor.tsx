import { useMemo, useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { type Policy, usePolicyPreview, useSetPolicy } from '../../api/health/policy.ts'
import { type Kind } from '../../generated/graphql.ts'
import { changesBackTo, changesIn, type Draft } from './draft.ts'
import classes from './PolicyEditor.module.css'
import { PreviewSection } from './PreviewSection.tsx'
import { SaveBar } from './SaveBar.tsx'
import { ThresholdForm } from './ThresholdForm.tsx'

/** Wait after the last change before the preview is computed. */
const DEBOUNCE_MS = 400

const noChanges = {}

type Props = { kind: Kind; id: string; policy: Policy }

/** The thresholds of a subject, a preview of the past with changed thresholds, and the button that saves them. */
export function PolicyEditor({ kind, id, policy }: Props) {
  const [draft, setDraft] = useState<Draft>({})
  const { save, undo, outcome, isSaving, error, clear } = useSaving({ kind, id, policy })
  const changes = useMemo(() => changesIn(draft, policy), [draft, policy])
  const [settled] = useDebouncedValue(changes, DEBOUNCE_MS)
  const preview = usePolicyPreview({ kind, id }, settled)
  const saved = usePolicyPreview({ kind, id }, noChanges)
  const problems = preview.data?.problems ?? []
  const isCurrent = JSON.stringify(settled) === JSON.stringify(changes) && !preview.isPlaceholderData
  const edit = (next: Draft) => {
    clear()
    setDraft(next)
  }
  const isBusy = changes !== null && (!isCurrent || preview.isFetching)
  return (
    <div className={classes.editor}>
      <ThresholdForm policy={policy} draft={draft} problems={isCurrent ? problems : []} onChange={edit} />
      <PreviewSection
        kind={kind}
        id={id}
        comparison={preview.data?.comparison}
        current={saved.data?.comparison?.proposed}
        error={preview.error}
        isBusy={isBusy}
        onRetry={() => void preview.refetch()}
      />
      <SaveBar
        comparison={preview.data?.comparison}
        hasProblems={changes === null || (isCurrent && problems.length > 0)}
        isBusy={isBusy}
        isSaving={isSaving}
        isEdited={changes === null || Object.keys(changes).length > 0}
        outcome={outcome}
        error={error}
        onSave={() => {
          save(changes ?? {}, () => {
            setDraft({})
          })
        }}
        onDiscard={() => {
          edit({})
        }}
        onUndo={undo}
      />
    </div>
  )
}

/** Saves changes, and keeps the previous policy, so that they can be undone. */
function useSaving({ kind, id, policy }: Props) {
  const { mutate, isPending, error, reset } = useSetPolicy({ kind, id })
  const [previous, setPrevious] = useState<Policy | null>(null)
  const [outcome, setOutcome] = useState<'saved' | 'undone' | null>(null)
  return {
    isSaving: isPending,
    error,
    outcome,
    clear: () => {
      reset()
      setOutcome(null)
    },
    save: (changes: Parameters<typeof mutate>[0], onSaved: () => void) => {
      mutate(changes, {
        onSuccess: (saved) => {
          setPrevious(saved.previous)
          setOutcome('saved')
          onSaved()
        },
      })
    },
    undo: () => {
      if (!previous) return
      mutate(changesBackTo(previous, policy), {
        onSuccess: () => {
          setOutcome('undone')
        },
      })
    },
  }
}
