import { useEffect, useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { type Attempt } from '../../../api/messages/messages.ts'
import { localize } from '../../../i18n.ts'
import { explainCode } from '../codes.ts'
import classes from './TextView.module.css'

const text = localize({ label: 'Texto del mensaje' }, { label: 'Text of the message' })

type Props = {
  messageId: string
  lines: readonly string[]
  warnings: Attempt['warnings']
  highlightedLine: number | undefined
}

/** Lines of fixed width, unchanged, numbered from 1, under a column ruler. */
export function RawText({ messageId, lines, warnings, highlightedLine }: Props) {
  const highlighted = useRef<HTMLDivElement>(null)
  useEffect(() => {
    highlighted.current?.scrollIntoView({ block: 'center', inline: 'nearest' })
  }, [highlightedLine, lines.length])
  return (
    <div className={classes.frame} role="region" aria-label={text.label} tabIndex={0}>
      <div className={classes.lines}>
        <div className={classes.ruler} aria-hidden="true">
          <span className={classes.number} />
          {rulerFor(lines)}
        </div>
        {lines.map((line, index) => {
          const number = index + 1
          const lineWarnings = warnings.filter((warning) => warning.line === number)
          return (
            // The index is a stable key: the lines never change order.
            <div
              key={index}
              ref={number === highlightedLine ? highlighted : undefined}
              className={classes.line}
              data-highlighted={number === highlightedLine || undefined}
              data-warned={lineWarnings.length > 0 || undefined}
              title={lineWarnings.length > 0 ? lineWarnings.map(({ code }) => explainCode(code)).join('\n') : undefined}
            >
              <Link
                to="/messages/$id"
                params={{ id: messageId }}
                search={{ view: 'text', line: number }}
                replace
                tabIndex={-1}
                resetScroll={false}
                className={classes.number}
              >
                {number}
              </Link>
              {line}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const STEP = 10

// The last digit of each number is above the column that it names.
function rulerFor(lines: readonly string[]): string {
  const maxLength = lines.reduce((max, { length }) => Math.max(max, length), 0)
  return Array.from({ length: Math.floor(maxLength / STEP) }, (_, index) =>
    String((index + 1) * STEP).padStart(STEP, '·'),
  ).join('')
}
