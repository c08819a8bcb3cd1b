import { type SubmitEvent, useState } from 'react'
import { Button } from '@mantine/core'
import { useChangePassword } from '../../api/account.ts'
import { Refused } from '../../api/request.ts'
import { useSession } from '../../api/session.ts'
import { words } from '../../language.ts'
import panel from '../../ui/Panel.module.css'
import { Refusal } from '../../ui/Refusal.tsx'
import { Section } from '../../ui/Section.tsx'
import classes from './Password.module.css'
import { PasswordField } from './PasswordField.tsx'
import { LONGEST, type Problems, problemsWith, SHORTEST, type Typed } from './passwordRules.ts'
import { inWords } from './refusals.ts'

const text = words(
  {
    title: 'Contraseña',
    rules: `Entre ${String(SHORTEST)} y ${String(LONGEST)} caracteres, y que no sea tu correo. Lo que la hace buena es que sea larga.`,
    ends: 'Al cambiarla se cierran tus demás sesiones; esta sigue abierta.',
    current: 'Contraseña actual',
    next: 'Contraseña nueva',
    again: 'Otra vez la nueva',
    change: 'Cambiar la contraseña',
    changed: 'Contraseña cambiada. Tus demás sesiones se han cerrado.',
    empty: 'Escribe la contraseña que tienes ahora.',
    wrong: 'No es la contraseña que tienes ahora.',
    short: `Le faltan caracteres: al menos ${String(SHORTEST)}.`,
    long: `Le sobran caracteres: como mucho ${String(LONGEST)}.`,
    email: 'No puede ser tu correo: lo conoce todo el mundo.',
    same: 'Tiene que ser distinta de la que tienes ahora.',
    different: 'No es igual que la nueva.',
  },
  {
    title: 'Password',
    rules: `${String(SHORTEST)} to ${String(LONGEST)} characters, and not your e-mail. What makes it good is that it is long.`,
    ends: 'Changing it ends your other sessions; this one stays open.',
    current: 'Present password',
    next: 'New password',
    again: 'The new one again',
    change: 'Change the password',
    changed: 'The password is changed. Your other sessions have ended.',
    empty: 'Type the password you have now.',
    wrong: 'This is not the password you have now.',
    short: `It is too short: at least ${String(SHORTEST)} characters.`,
    long: `It is too long: ${String(LONGEST)} characters at most.`,
    email: 'It must not be your e-mail: everybody knows that.',
    same: 'It has to be another one than you have now.',
    different: 'It is not the same as the new one.',
  },
)

const blank: Typed = { current: '', next: '', again: '' }

/** Form to change the operator's own password. */
export function Password() {
  const { email } = useSession().operator
  const [typed, setTyped] = useState(blank)
  const [problems, setProblems] = useState<Problems>({})
  const { mutate, error, isPending, isSuccess, reset } = useChangePassword()
  // The form checks every other rule before sending, so INVALID_INPUT means the current password is wrong.
  const isWrong = error instanceof Refused && error.code === 'INVALID_INPUT'

  const change = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = problemsWith(typed, email)
    setProblems(found)
    reset()
    const [first] = Object.keys(found)
    if (first) {
      focusOn(form, first)
      return
    }
    const told = { onSuccess: () => setTyped(blank), onError: () => focusOn(form, 'current') }
    mutate({ current: typed.current, next: typed.next }, told)
  }
  const field = (name: keyof Typed) => ({
    name,
    label: text[name],
    value: typed[name],
    error: problems[name] && text[problems[name]],
    onChange: (value: string) => {
      setTyped({ ...typed, [name]: value })
      setProblems({ ...problems, [name]: undefined })
      reset()
    },
  })
  const current = field('current')
  return (
    <Section title={text.title}>
      <form className={panel.body} onSubmit={change} noValidate>
        <p className={classes.rules}>
          {text.rules} {text.ends}
        </p>
        {/* Lets password managers match the password to its account. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField {...current} error={isWrong ? text.wrong : current.error} autoComplete="current-password" />
        <PasswordField {...field('next')} autoComplete="new-password" />
        <PasswordField {...field('again')} autoComplete="new-password" />
        <Refusal error={isWrong ? null : inWords(error)} />
        <div className={classes.end}>
          <Button type="submit" size="sm" loading={isPending}>
            {text.change}
          </Button>
          <p role="status" className={classes.changed}>
            {isSuccess && text.changed}
          </p>
        </div>
      </form>
    </Section>
  )
}

function focusOn(form: HTMLFormElement, name: string) {
  form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
}
