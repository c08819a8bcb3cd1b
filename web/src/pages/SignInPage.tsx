import { type SubmitEvent } from 'react'
import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Refused } from '../api/request.ts'
import { signIn } from '../api/session.ts'
import { plural, words } from '../language.ts'
import logo from '../ui/vigia.svg'
import classes from './SignInPage.module.css'

const route = getRouteApi('/sign-in')

const text = words(
  {
    title: 'Entrar · Vigía',
    purpose: 'Entra con tu cuenta de operador.',
    email: 'Correo electrónico',
    password: 'Contraseña',
    reveal: 'Mostrar u ocultar la contraseña',
    enter: 'Entrar',
    ended: 'Tu sesión ha terminado. Vuelve a entrar para seguir.',
    wrong: 'El correo o la contraseña no son correctos.',
    tooMany: (when: string) => `Demasiados intentos. Vuelve a probar ${when}.`,
    inSomeMinutes: 'dentro de unos minutos',
    inSeconds: (n: number) => plural(n, 'dentro de 1 segundo', `dentro de ${String(n)} segundos`),
    inMinutes: (n: number) => `dentro de ${String(n)} minutos`,
  },
  {
    title: 'Sign in · Vigía',
    purpose: 'Sign in with your operator account.',
    email: 'E-mail',
    password: 'Password',
    reveal: 'Show or hide the password',
    enter: 'Sign in',
    ended: 'Your session has ended. Sign in again to go on.',
    wrong: 'The e-mail or the password is not correct.',
    tooMany: (when) => `Too many attempts. Try again ${when}.`,
    inSomeMinutes: 'in a few minutes',
    inSeconds: (n) => plural(n, 'in 1 second', `in ${String(n)} seconds`),
    inMinutes: (n) => `in ${String(n)} minutes`,
  },
)

/** The sign-in page, also the target of the redirect after a session ends. */
export function SignInPage() {
  const { next, ended } = route.useSearch()
  const entering = useMutation({ mutationFn: signIn, onSuccess: useEnter(next ?? '/') })
  useDocumentTitle(text.title)

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    entering.mutate({ email: textOf(fields, 'email').trim(), password: textOf(fields, 'password') })
  }
  return (
    <main className={classes.page}>
      <form className={classes.form} onSubmit={submit}>
        <img src={logo} alt="" width="36" height="36" />
        <h1 className={classes.title}>Vigía</h1>
        <p className={classes.purpose}>{text.purpose}</p>
        <Notice error={entering.error} ended={ended === true} />
        <Fields />
        <Button type="submit" fullWidth mt="xs" loading={entering.isPending}>
          {text.enter}
        </Button>
      </form>
    </main>
  )
}

function Notice({ error, ended }: { error: Error | null; ended: boolean }) {
  if (error) {
    return (
      <Alert color="red" variant="light" p="xs" className={classes.notice} role="alert">
        {inWords(error)}
      </Alert>
    )
  }
  if (!ended) return null
  return (
    <Alert color="yellow" variant="light" p="xs" className={classes.notice} role="status">
      {text.ended}
    </Alert>
  )
}

function Fields() {
  const shared = { required: true, withAsterisk: false }
  return (
    <>
      <TextInput {...shared} label={text.email} type="email" name="email" autoComplete="username" autoFocus />
      <PasswordInput
        {...shared}
        label={text.password}
        name="password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': text.reveal, tabIndex: 0 }}
      />
    </>
  )
}

const textOf = (fields: FormData, name: string) => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

// The explorer is a separate page outside the router, so it needs a full navigation.
function useEnter(next: string) {
  const cache = useQueryClient()
  const router = useRouter()
  return () => {
    cache.clear()
    if (next.startsWith('/explorer')) location.assign(next)
    else router.history.push(next)
  }
}

function inWords(error: Error): string {
  if (!(error instanceof Refused)) return error.message
  if (error.code === 'UNAUTHENTICATED') return text.wrong
  if (error.code === 'TOO_MANY_REQUESTS') return text.tooMany(inAWhile(error.retryAfter))
  return error.message
}

function inAWhile(seconds: number | null): string {
  if (seconds === null) return text.inSomeMinutes
  if (seconds < 90) return text.inSeconds(Math.max(1, Math.ceil(seconds)))
  return text.inMinutes(Math.ceil(seconds / 60))
}
