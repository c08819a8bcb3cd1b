import { messageOf, type DomainError } from '../../lib/errors.ts'
import { escapeHtml } from '../../lib/escape-html.ts'

/** The page that says why a sign-in with the identity provider failed. It runs no script, and leads back to sign-in. */
export function signInErrorPage(error: DomainError): string {
  return `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Entrar · Vigía</title>
<style>
:root { color-scheme: light dark }
body { max-width: 30rem; margin: 20vh auto 0; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
[lang="en"] { opacity: .75 }
</style>
<main>
<h1>No has entrado</h1>
<p role="alert">${escapeHtml(messageOf(error, 'es'))}</p>
<p lang="en">${escapeHtml(error.message)}</p>
<p><a href="/sign-in">Volver a la página de entrada</a> · <a href="/sign-in" lang="en">Back to the sign-in page</a></p>
</main>
</html>
`
}
