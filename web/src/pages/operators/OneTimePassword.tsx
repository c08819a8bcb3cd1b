import { Button } from '@mantine/core'
import { type Credentials } from '../../api/operators.ts'
import { words } from '../../language.ts'
import { Copy } from '../../ui/Copy.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import classes from './OneTimePassword.module.css'

const text = words(
  {
    title: (name: string) => `Contraseña de ${name}`,
    once: 'Se muestra solo esta vez y no se guarda en ningún sitio.',
    pass: (email: string) => `Hazla llegar a ${email} y pídele que la cambie en Mi cuenta.`,
    copy: 'Copiar la contraseña',
    copyShort: 'Copiar',
    password: 'Contraseña',
    done: 'Ya la tengo',
  },
  {
    title: (name) => `Password of ${name}`,
    once: 'It is shown this once and stored nowhere.',
    pass: (email) => `Pass it on to ${email} and ask them to change it in My account.`,
    copy: 'Copy the password',
    copyShort: 'Copy',
    password: 'Password',
    done: 'I have it',
  },
)

type Props = { credentials: Credentials | undefined; onClose: () => void }

/** Shows a generated password once. Only its button closes it, so that the password is not lost by accident. */
export function OneTimePassword({ credentials, onClose }: Props) {
  return (
    <Dialog
      isSticky
      opened={credentials !== undefined}
      onClose={onClose}
      title={credentials && text.title(credentials.operator.name)}
    >
      {credentials && <Told credentials={credentials} onClose={onClose} />}
    </Dialog>
  )
}

function Told({ credentials: { operator, password }, onClose }: { credentials: Credentials; onClose: () => void }) {
  return (
    <>
      <p className={classes.password}>
        <code aria-label={text.password}>{password}</code>
        <Copy value={password} label={text.copy}>
          {text.copyShort}
        </Copy>
      </p>
      <p className={classes.sentence}>
        <strong>{text.once}</strong> {text.pass(operator.email)}
      </p>
      <DialogActions>
        <Button size="sm" onClick={onClose}>
          {text.done}
        </Button>
      </DialogActions>
    </>
  )
}
