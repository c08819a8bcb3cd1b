import { useState } from 'react'
import { type NewEndpointImport, useImportDryRun, useImportEndpoints } from '../api/inventory/endpointImports.ts'
import classes from './ImportSteps.module.css'
import { ImportDone } from './ImportDone.tsx'
import { ImportForm } from './ImportForm.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { type DocumentSource, emptySource } from './documentSource.ts'

/** Imports in three steps: the document, a dry run of it, and the import itself. */
export function ImportSteps({ service, onClose }: { service: string; onClose: () => void }) {
  const [draft, setDraft] = useState<{ service: string; source: DocumentSource }>({ service, source: emptySource })
  const dryRun = useImportDryRun()
  const { mutate, data: done, error, isPending, reset } = useImportEndpoints()
  const wanted: NewEndpointImport = { service: draft.service.trim(), json: draft.source.text }
  return <div className={classes.steps}>{stepOf()}</div>

  function stepOf() {
    if (done) return <ImportDone result={done} onClose={onClose} />
    if (isPending) return <ImportProgress service={wanted.service} />
    if (dryRun.data) {
      return (
        <ImportPreview
          plan={dryRun.data}
          error={error}
          onImport={() => {
            mutate(wanted)
          }}
          onBack={() => {
            reset()
            dryRun.reset()
          }}
        />
      )
    }
    return (
      <ImportForm
        draft={draft}
        error={dryRun.error}
        isPending={dryRun.isPending}
        onChange={(next) => {
          dryRun.reset()
          setDraft(next)
        }}
        onCheck={() => {
          dryRun.mutate(wanted)
        }}
        onCancel={onClose}
      />
    )
  }
}
