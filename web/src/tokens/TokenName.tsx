import { type ReactNode } from 'react'
import { type ApiToken } from '../api/auth/tokens.ts'
import { localize } from '../i18n.ts'
import classes from './tokens.module.css'

const text = localize(
  { begins: (prefix: string) => `empieza por ${prefix}` },
  { begins: (prefix) => `begins with ${prefix}` },
)

type Props = { token: Pick<ApiToken, 'name' | 'prefix'>; children?: ReactNode }

/** The name of a token, and its first characters, which identify it. */
export function TokenName({ token: { name, prefix }, children }: Props) {
  return (
    <span className={classes.lines}>
      <span className={classes.name}>{name}</span>
      <code className={classes.prefix} aria-label={text.begins(prefix)}>
        {prefix}…
      </code>
      {children}
    </span>
  )
}
