import { type Credentials } from '../../api/auth/operators.ts'
import { localize } from '../../i18n.ts'
import { OneTimeSecret } from '../../ui/dialogs/OneTimeSecret.tsx'

const text = localize(
  {
    title: (name: string) => `Contraseña de ${name}`,
    pass: (email: string) => `Envíala a ${email} y pide que la cambie en Mi cuenta.`,
    copy: 'Copiar la contraseña',
    password: 'Contraseña',
  },
  {
    title: (name) => `Password of ${name}`,
    pass: (email) => `Send it to ${email} and ask them to change it in My account.`,
    copy: 'Copy the password',
    password: 'Password',
  },
)

type Props = { credentials: Credentials | undefined; onClose: () => void }

/** Shows the generated password of an operator once. */
export function OneTimePassword({ credentials, onClose }: Props) {
  const secret = credentials && {
    title: text.title(credentials.operator.name),
    value: credentials.password,
    label: text.password,
    copyLabel: text.copy,
    advice: text.pass(credentials.operator.email),
  }
  return <OneTimeSecret secret={secret} onClose={onClose} />
}
