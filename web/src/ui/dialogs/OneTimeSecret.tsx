import { type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { localize } from '../../i18n.ts'
import { CopyButton } from '../buttons/CopyButton.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'
import classes from './OneTimeSecret.module.css'

const text = localize(
  {
    once: 'Se muestra solo esta vez y no se guarda en ningún sitio.',
    copyShort: 'Copiar',
    done: 'Ya la tengo',
  },
  {
    once: 'It is shown only once and stored nowhere.',
    copyShort: 'Copy',
    done: 'I have it',
  },
)

/** A generated password or token. */
export type Secret = {
  title: string
  /** Text of the secret. */
  value: string
  /** Name of the secret for assistive technology, e.g. `Contraseña`. */
  label: string
  /** Accessible name of the button that copies it. */
  copyLabel: string
  /** Advice on the use of the secret. */
  advice: string
}

type Props = {
  /** The secret to show; undefined while there is none. */
  secret: Secret | undefined
  onClose: () => void
  children?: ReactNode
}

/**
 * Shows a generated secret once. Only the dialog's own button closes it, so that the secret is not lost by accident.
 */
export function OneTimeSecret({ secret, onClose, children }: Props) {
  return (
    <Dialog isSticky opened={secret !== undefined} onClose={onClose} title={secret?.title}>
      {secret && (
        <>
          <p className={classes.secret}>
            <code aria-label={secret.label}>{secret.value}</code>
            <CopyButton value={secret.value} label={secret.copyLabel}>
              {text.copyShort}
            </CopyButton>
          </p>
          <p className={classes.sentence}>
            <strong>{text.once}</strong> {secret.advice}
          </p>
          {children}
          <DialogActions>
            <Button size="sm" onClick={onClose}>
              {text.done}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}
