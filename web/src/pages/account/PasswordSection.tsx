import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { useAccountOrigin, useChangePassword } from '../../api/auth/account.ts'
import { ApiError } from '../../api/client/request.ts'
import { useSession } from '../../api/auth/session.ts'
import { type AccountOrigin } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import panel from '../../ui/layout/Panel.module.css'
import { ActionError } from '../../ui/feedback/ActionError.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import classes from './PasswordSection.module.css'
import { PasswordField } from './PasswordField.tsx'
import {
  MAX_PASSWORD_LENGTH,
  type PasswordProblems,
  validatePassword,
  MIN_PASSWORD_LENGTH,
  type PasswordFields,
} from './passwordRules.ts'
import { translatePasswordError } from './errorMessages.ts'

const text = localize(
  {
    title: 'Contraseña',
    rules: `Entre ${String(MIN_PASSWORD_LENGTH)} y ${String(MAX_PASSWORD_LENGTH)} caracteres, distinta de tu correo. Cuanto más larga, mejor.`,
    ends: 'Al cambiarla se cierran tus demás sesiones; esta sigue abierta.',
    current: 'Contraseña actual',
    next: 'Contraseña nueva',
    repeat: 'Repite la contraseña nueva',
    change: 'Cambiar la contraseña',
    atProvider: (provider: string) => `Entras con ${provider}. Tu contraseña está allí, y allí se cambia.`,
    provider: 'el proveedor de identidad',
    changed: 'Contraseña cambiada. Tus demás sesiones se han cerrado.',
    empty: 'Escribe la contraseña actual.',
    wrong: 'No es la contraseña que tienes ahora.',
    short: `Le faltan caracteres: al menos ${String(MIN_PASSWORD_LENGTH)}.`,
    long: `Le sobran caracteres: como mucho ${String(MAX_PASSWORD_LENGTH)}.`,
    email: 'No puede ser tu correo.',
    same: 'Tiene que ser distinta de la actual.',
    different: 'No es igual que la nueva.',
  },
  {
    title: 'Password',
    rules: `${String(MIN_PASSWORD_LENGTH)} to ${String(MAX_PASSWORD_LENGTH)} characters, other than your e-mail. The longer, the better.`,
    ends: 'Changing it ends your other sessions; this one stays open.',
    current: 'Current password',
    next: 'New password',
    repeat: 'Repeat the new password',
    change: 'Change the password',
    atProvider: (provider) => `You sign in with ${provider}. Your password is kept and changed there.`,
    provider: 'the identity provider',
    changed: 'Password changed. Your other sessions have ended.',
    empty: 'Enter the current password.',
    wrong: 'This is not the current password.',
    short: `It is too short: at least ${String(MIN_PASSWORD_LENGTH)} characters.`,
    long: `It is too long: ${String(MAX_PASSWORD_LENGTH)} characters at most.`,
    email: 'It must not be your e-mail.',
    same: 'It must differ from the current one.',
    different: 'It does not match the new password.',
  },
)

const blank: PasswordFields = { current: '', next: '', repeat: '' }

/** The operator's own password: a form to change it, or the name of the identity provider that keeps it. */
export function PasswordSection() {
  const { data: account, error, refetch } = useAccountOrigin()
  return (
    <Section title={text.title} busy={!account && !error}>
      {!account && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!account && !error && <Placeholder />}
      {account?.origin && contents[account.origin](account.providerLabel)}
    </Section>
  )
}

const contents: Record<AccountOrigin, (providerLabel: string | null) => ReactNode> = {
  LOCAL: () => <PasswordForm />,
  IDENTITY_PROVIDER: (label) => <p className={panel.body}>{text.atProvider(label ?? text.provider)}</p>,
}

function Placeholder() {
  return (
    <div className={panel.body}>
      {['1', '2', '3'].map((key) => (
        <Skeleton key={key} height={36} width="70%" my={18} />
      ))}
    </div>
  )
}

function PasswordForm() {
  const { email } = useSession().operator
  const [fields, setFields] = useState(blank)
  const [problems, setProblems] = useState<PasswordProblems>({})
  const { mutate, error, isPending, isSuccess, reset } = useChangePassword()
  const isWrong = error instanceof ApiError && error.sentence === 'PASSWORD_WRONG'

  const change = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const newProblems = validatePassword(fields, email)
    setProblems(newProblems)
    reset()
    const [first] = Object.keys(newProblems)
    if (first) {
      focusOn(form, first)
      return
    }
    const callbacks = { onSuccess: () => setFields(blank), onError: () => focusOn(form, 'current') }
    mutate({ current: fields.current, next: fields.next }, callbacks)
  }
  const field = (name: keyof PasswordFields) => ({
    name,
    label: text[name],
    value: fields[name],
    error: problems[name] && text[problems[name]],
    onChange: (value: string) => {
      setFields({ ...fields, [name]: value })
      setProblems({ ...problems, [name]: undefined })
      reset()
    },
  })
  const current = field('current')
  return (
    <form className={panel.body} onSubmit={change} noValidate>
      <p className={classes.rules}>
        {text.rules} {text.ends}
      </p>
      {/* Lets password managers match the password to its account. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...current} error={isWrong ? text.wrong : current.error} autoComplete="current-password" />
      <PasswordField {...field('next')} autoComplete="new-password" />
      <PasswordField {...field('repeat')} autoComplete="new-password" />
      <ActionError error={isWrong ? null : translatePasswordError(error)} />
      <div className={classes.end}>
        <Button type="submit" size="sm" loading={isPending}>
          {text.change}
        </Button>
        <p role="status" className={classes.changed}>
          {isSuccess && text.changed}
        </p>
      </div>
    </form>
  )
}

function focusOn(form: HTMLFormElement, name: string) {
  form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
}
