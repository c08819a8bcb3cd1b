import { useSession } from '../api/auth/session.ts'
import { localize } from '../i18n.ts'
import { CopyButton } from '../ui/buttons/CopyButton.tsx'
import classes from './TraceLink.module.css'
import { traceUrlOf } from './traceUrl.ts'

const text = localize(
  { copy: (id: string) => `Copiar el identificador de la traza ${id}`, newTab: 'Se abre en otra pestaña' },
  { copy: (id) => `Copy the trace id ${id}`, newTab: 'Opens in another tab' },
)

/** A trace id to copy, linked to the tracing system if one is configured. */
export function TraceLink({ traceId }: { traceId: string }) {
  const { traceUrl } = useSession()
  const url = traceUrlOf(traceUrl, traceId)
  return (
    <span className={classes.trace}>
      {url === null ? (
        <code>{traceId}</code>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" title={text.newTab}>
          <code>{traceId}</code>
        </a>
      )}
      <CopyButton value={traceId} label={text.copy(traceId)} />
    </span>
  )
}
