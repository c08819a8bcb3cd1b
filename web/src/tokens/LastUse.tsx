import { type ApiToken } from '../api/auth/tokens.ts'
import { localize } from '../i18n.ts'
import { Timestamp } from '../ui/display/Timestamp.tsx'
import classes from './tokens.module.css'

const text = localize({ never: 'Sin usar' }, { never: 'Never used' })

/** Time, address and program of the last use of a token. */
export function LastUse({ token }: { token: ApiToken }) {
  if (token.lastUsedAt === null) return <span className={classes.secondary}>{text.never}</span>
  return (
    <span className={classes.lines}>
      <Timestamp at={token.lastUsedAt} ago />
      <UseOrigin token={token} />
    </span>
  )
}

/** Address and program of the last use of a token. */
export function UseOrigin({ token: { lastAddress, lastAgent } }: { token: ApiToken }) {
  return (
    <>
      <span className={classes.secondary}>{lastAddress}</span>
      {lastAgent !== null && (
        <span className={classes.agent} title={lastAgent}>
          {lastAgent}
        </span>
      )}
    </>
  )
}
