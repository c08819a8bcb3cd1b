import { VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { localize } from '../../i18n.ts'
import classes from './CopyButton.module.css'
import { CompactButton } from './CompactButton.tsx'

type Props = {
  /** Text to copy. */
  value: string
  /** Accessible name, e.g. `Copiar la huella`. */
  label: string
  /** Visible text of the button. */
  children?: string
}

const text = localize(
  { copy: 'Copiar', copied: 'Copiado', failed: 'Cópialo manualmente' },
  { copy: 'Copy', copied: 'Copied', failed: 'Copy it manually' },
)

/** Button that copies a text, or reports that the browser does not allow it, e.g. over plain HTTP. */
export function CopyButton({ value, label, children = text.copy }: Props) {
  const { copy, copied, error } = useClipboard()
  const status = error ? text.failed : copied && text.copied
  return (
    <>
      <CompactButton
        className={classes.copy}
        aria-label={status ? `${status}: ${label}` : label}
        onClick={() => {
          copy(value)
        }}
      >
        <span className={classes.label} data-hidden={Boolean(status) || undefined}>
          {children}
        </span>
        <span className={classes.label}>{status}</span>
      </CompactButton>
      <VisuallyHidden role="status">{status}</VisuallyHidden>
    </>
  )
}
