import { type SubmitEvent, useState } from 'react'
import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { ApiError } from '../api/client/request.ts'
import { signIn } from '../api/auth/session.ts'
import { plural, localize } from '../i18n.ts'
import { errorText } from '../ui/feedback/errorText.ts'
import logo from '../ui/vigia.svg'
import classes from './SignInPage.module.css'

const route = getRouteApi('/sign-in')

const text = localize(
  {
    title: 'Entrar · Vigía',
    purpose: 'Entra con tu cuenta de operador.',
    email: 'Correo electrónico',
    password: 'Contraseña',
    reveal: 'Mostrar u ocultar la contraseña',
    enter: 'Entrar',
    with: (provider: string) => `Entrar con ${provider}`,
    or: 'o con una contraseña local',
    emergency: 'Entrar con una contraseña local (emergencias)',
    unreachable: 'El proveedor de identidad no responde. Si tienes una contraseña local, entra con ella.',
    ended: 'Tu sesión ha terminado. Vuelve a entrar para seguir.',
    tooMany: (time: string) => `Demasiados intentos. Vuelve a probar ${time}.`,
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
    with: (provider) => `Sign in with ${provider}`,
    or: 'or with a local password',
    emergency: 'Sign in with a local password (emergencies)',
    unreachable: 'The identity provider does not answer. If you have a local password, sign in with it.',
    ended: 'Your session has ended. Sign in again to go on.',
    tooMany: (time) => `Too many attempts. Try again ${time}.`,
    inSomeMinutes: 'in a few minutes',
    inSeconds: (n) => plural(n, 'in 1 second', `in ${String(n)} seconds`),
    inMinutes: (n) => `in ${String(n)} minutes`,
  },
)

/** The sign-in page, also the target of the redirect after a session ends. */
export function SignInPage() {
  const { next, ended, unreachable } = route.useSearch()
  // If the ways to sign in cannot be read, the form for local accounts is offered.
  const methods = route.useLoaderData()
  const [isFormWanted, setIsFormWanted] = useState(false)
  useDocumentTitle(text.title)

  const isFormOffered = methods?.local !== 'break-glass' || unreachable === true || isFormWanted
  return (
    <main className={classes.page}>
      <div className={classes.form}>
        <img src={logo} alt="" width="36" height="36" />
        <h1 className={classes.title}>Vigía</h1>
        <p className={classes.purpose}>{text.purpose}</p>
        <Notice message={noticeText(ended, unreachable)} />
        {methods?.provider && <ProviderLink provider={methods.provider} next={next} />}
        {isFormOffered && methods?.provider && <p className={classes.or}>{text.or}</p>}
        {isFormOffered && <LocalForm next={next ?? '/'} />}
        {!isFormOffered && (
          <Button
            variant="subtle"
            onClick={() => {
              setIsFormWanted(true)
            }}
          >
            {text.emergency}
          </Button>
        )}
      </div>
    </main>
  )
}

/**
 * Link to the identity provider. It is not a form, because the content security policy allows forms only for our own
 * origin.
 */
function ProviderLink({ provider, next }: { provider: { label: string; url: string }; next: string | undefined }) {
  const query = next === undefined ? '' : `?${new URLSearchParams({ next }).toString()}`
  return (
    <Button component="a" href={provider.url + query} fullWidth>
      {text.with(provider.label)}
    </Button>
  )
}

function LocalForm({ next }: { next: string }) {
  const signInMutation = useMutation({ mutationFn: signIn, onSuccess: useEnterApp(next) })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    signInMutation.mutate({ email: readField(fields, 'email').trim(), password: readField(fields, 'password') })
  }
  return (
    <form className={classes.fields} onSubmit={submit}>
      <ErrorNotice error={signInMutation.error} />
      <Fields />
      <Button type="submit" fullWidth mt="xs" loading={signInMutation.isPending}>
        {text.enter}
      </Button>
    </form>
  )
}

function ErrorNotice({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <Alert color="red" variant="light" p="xs" className={classes.notice} role="alert">
      {signInErrorText(error)}
    </Alert>
  )
}

function Notice({ message }: { message: string | undefined }) {
  if (message === undefined) return null
  return (
    <Alert color="yellow" variant="light" p="xs" className={classes.notice} role="status">
      {message}
    </Alert>
  )
}

function noticeText(ended?: true, unreachable?: true): string | undefined {
  if (unreachable) return text.unreachable
  return ended && text.ended
}

function Fields() {
  const shared = { required: true, withAsterisk: false }
  return (
    <>
      <TextInput
        {...shared}
        label={text.email}
        type="email"
        name="email"
        maxLength={254}
        autoComplete="username"
        autoFocus
      />
      <PasswordInput
        {...shared}
        label={text.password}
        name="password"
        maxLength={200}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': text.reveal, tabIndex: 0 }}
      />
    </>
  )
}

const readField = (fields: FormData, name: string) => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

// The explorer is a separate page outside the router, so it needs a full navigation.
function useEnterApp(next: string) {
  const queryClient = useQueryClient()
  const router = useRouter()
  return () => {
    queryClient.clear()
    if (next.startsWith('/explorer')) location.assign(next)
    else router.history.push(next)
  }
}

function signInErrorText(error: Error): string {
  const { sentence = null, retryAfter = null } = error instanceof ApiError ? error : {}
  return sentence === 'SIGN_INS_FAILED' ? text.tooMany(retryText(retryAfter)) : errorText(error)
}

function retryText(seconds: number | null): string {
  if (seconds === null) return text.inSomeMinutes
  if (seconds < 90) return text.inSeconds(Math.max(1, Math.ceil(seconds)))
  return text.inMinutes(Math.ceil(seconds / 60))
}
