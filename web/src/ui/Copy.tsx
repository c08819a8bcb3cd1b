import { VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { words } from '../language.ts'
import classes from './Copy.module.css'
import { QuietButton } from './QuietButton.tsx'

type Props = {
  /** What is copied. */
  value: string
  /** What it is, for whoever does not see what the button stands beside, e.g. `Copiar la huella`. */
  label: string
  /** What the button says. */
  children?: string
}

const text = words(
  { copy: 'Copiar', copied: 'Copiado', failed: 'Cópialo a mano' },
  { copy: 'Copy', copied: 'Copied', failed: 'Copy it by hand' },
)

/** Copies a text. Where the browser does not allow it, as over plain HTTP, it says so: what it copies stays readable. */
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
