import { type Attempt, useMessageText } from '../../api/messages.ts'
import { words } from '../../language.ts'
import { Copy } from '../../ui/Copy.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { RawText } from './RawText.tsx'
import classes from './TextView.module.css'

// The server truncates longer texts.
const MOST_CHARACTERS = 100_000

const text = words(
  {
    none: 'No hay texto que mostrar',
    hint: 'El mensaje no trae un único adjunto de texto.',
    lines: (count: string) => `${count} líneas, tal como llegaron.`,
    cut: (most: string) => `Se muestran los primeros ${most} caracteres; los bytes se conservan enteros.`,
    copy: 'Copiar el texto',
  },
  {
    none: 'There is no text to show',
    hint: 'The message does not have exactly one text attachment.',
    lines: (count) => `${count} lines, as they arrived.`,
    cut: (most) => `The first ${most} characters are shown; the bytes are kept whole.`,
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
  if (raw === undefined && error) return <Failure error={error} onRetry={() => void refetch()} />
  if (raw === null) return <Nothing title={text.none} hint={text.hint} />
  const lines = raw?.split('\n') ?? []
  return (
    <>
      <div className={classes.head}>
        <p>
          {raw !== undefined && text.lines(showWhole(lines.length))}{' '}
          {(raw?.length ?? 0) >= MOST_CHARACTERS && text.cut(showWhole(MOST_CHARACTERS))}
        </p>
        {raw && <Copy value={raw} label={text.copy} />}
      </div>
      <RawText messageId={messageId} lines={lines} warnings={warnings} meant={line} />
    </>
  )
}
