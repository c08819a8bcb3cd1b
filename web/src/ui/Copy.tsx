import { VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { words } from '../language.ts'
import classes from './Copy.module.css'
import { QuietButton } from './QuietButton.tsx'

type Props = {
  /** Text to copy. */
  value: string
  /** Accessible name, e.g. `Copiar la huella`. */
  label: string
  /** Visible text of the button. */
  children?: string
}

const text = words(
  { copy: 'Copiar', copied: 'Copiado', failed: 'Cópialo a mano' },
  { copy: 'Copy', copied: 'Copied', failed: 'Copy it by hand' },
)

/** Button that copies a text, or reports that the browser does not allow it, e.g. over plain HTTP. */
export function Copy({ value, label, children = text.copy }: Props) {
  const { copy, copied, error } = useClipboard()
  const outcome = error ? text.failed : copied && text.copied
  return (
    <>
      <QuietButton
        className={classes.copy}
        aria-label={outcome ? `${outcome}: ${label}` : label}
        onClick={() => {
          copy(value)
        }}
      >
        <span className={classes.word} data-hidden={Boolean(outcome) || undefined}>
          {children}
        </span>
        <span className={classes.word}>{outcome}</span>
      </QuietButton>
      <VisuallyHidden role="status">{outcome}</VisuallyHidden>
    </>
  )
}
