import { type Attempt, useMessageText } from '../../../api/messages/messages.ts'
import { localize } from '../../../i18n.ts'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { formatInteger } from '../../../format/formatNumber.ts'
import { RawText } from './RawText.tsx'
import classes from './TextView.module.css'

// The server truncates longer texts.
const MAX_CHARACTERS = 100_000

const text = localize(
  {
    none: 'No hay texto que mostrar',
    hint: 'El mensaje no trae un único adjunto de texto.',
    lines: (count: string) => `${count} líneas, tal como llegaron.`,
    cut: (max: string) => `Se muestran los primeros ${max} caracteres; los bytes se conservan enteros.`,
    copy: 'Copiar el texto',
  },
  {
    none: 'There is no text to show',
    hint: 'The message does not have exactly one text attachment.',
    lines: (count) => `${count} lines, as they arrived.`,
    cut: (max) => `The first ${max} characters are shown; the bytes are kept whole.`,
    copy: 'Copy the text',
  },
)

type Props = {
  messageId: string
  warnings: Attempt['warnings']
  /** The highlighted line, counted from 1. */
  line: number | undefined
}

/** The attachment of a message as text, with the lines that have warnings marked. */
export function TextView({ messageId, warnings, line }: Props) {
  const { data: raw, error, refetch } = useMessageText(messageId)
  if (raw === undefined && error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (raw === null) return <EmptyState title={text.none} hint={text.hint} />
  const lines = raw?.split('\n') ?? []
  return (
    <>
      <div className={classes.head}>
        <p>
          {raw !== undefined && text.lines(formatInteger(lines.length))}{' '}
          {(raw?.length ?? 0) >= MAX_CHARACTERS && text.cut(formatInteger(MAX_CHARACTERS))}
        </p>
        {raw && <CopyButton value={raw} label={text.copy} />}
      </div>
      <RawText messageId={messageId} lines={lines} warnings={warnings} highlightedLine={line} />
    </>
  )
}
