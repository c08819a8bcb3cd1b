import { type SubmitEvent } from 'react'
import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Refused } from '../api/request.ts'
import { signIn } from '../api/session.ts'
import logo from '../ui/vigia.svg'
import classes from './SignInPage.module.css'

const route = getRouteApi('/sign-in')

/** Where a session begins, and where one that ended leads back to. */
export function SignInPage() {
  const { next, ended } = route.useSearch()
  const entering = useMutation({ mutationFn: signIn, onSuccess: useEnter(next ?? '/') })
  useDocumentTitle('Entrar · Vigía')

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
        <p className={classes.purpose}>Entra con tu cuenta de operador.</p>
        <Notice error={entering.error} ended={ended === true} />
        <Fields />
        <Button type="submit" fullWidth mt="xs" loading={entering.isPending}>
          Entrar
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
      Tu sesión ha terminado. Vuelve a entrar para seguir.
    </Alert>
  )
}

function Fields() {
  const shared = { required: true, withAsterisk: false }
  return (
    <>
      <TextInput {...shared} label="Correo electrónico" type="email" name="email" autoComplete="username" autoFocus />
      <PasswordInput
        {...shared}
        label="Contraseña"
        name="password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la contraseña', tabIndex: 0 }}
      />
    </>
  )
}

const textOf = (fields: FormData, name: string) => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

// The explorer is a page of its own, which the router does not know.
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
  if (error.code === 'UNAUTHENTICATED') return 'El correo o la contraseña no son correctos.'
  if (error.code === 'TOO_MANY_REQUESTS') return `Demasiados intentos. Vuelve a probar ${inAWhile(error.retryAfter)}.`
  return error.message
}

function inAWhile(seconds: number | null): string {
  if (seconds === null) return 'dentro de unos minutos'
  if (seconds < 90) return `dentro de ${String(Math.max(1, Math.ceil(seconds)))} segundos`
  return `dentro de ${String(Math.ceil(seconds / 60))} minutos`
}
