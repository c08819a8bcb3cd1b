import { useRef } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Customer } from '../../api/customers.ts'
import { useMay } from '../../api/session.ts'
import { plural, words } from '../../language.ts'
import { Section } from '../../ui/Section.tsx'
import { showAge, showTime } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './CustomerLogin.module.css'
import { LockMark } from './LockMark.tsx'
import { UnlockDialog } from './UnlockDialog.tsx'

const text = words(
  {
    title: 'Acceso',
    since: (time: string, age: string) => `desde ${time} (${age})`,
    noReason: 'La plataforma no ha dicho por qué.',
    open: 'Puede entrar en la plataforma.',
    failures: (n: number, since: string) =>
      plural(n, `Un intento fallido desde ${since}.`, `${String(n)} intentos fallidos desde ${since}.`),
    unlock: 'Desbloquear…',
  },
  {
    title: 'Login',
    since: (time, age) => `since ${time} (${age})`,
    noReason: 'The platform did not say why.',
    open: 'They can sign in on the platform.',
    failures: (n, since) =>
      plural(n, `One failed attempt since ${since}.`, `${String(n)} failed attempts since ${since}.`),
    unlock: 'Unlock…',
  },
)

/** Whether a customer's login is locked, why and since when, with a button to unlock it if the operator may. */
export function CustomerLogin({ customer }: { customer: Customer | undefined }) {
  const mayUnlock = useMay('unlock:Customer')
  const [asking, { open, close }] = useDisclosure(false)
  const told = useRef<HTMLDivElement>(null)
  // The unlock button disappears, so the focus moves to the new state.
  const goOn = () => {
    close()
    told.current?.focus()
  }
  return (
    <Section title={text.title} busy={!customer}>
      <div className={classes.login}>
        <div className={classes.told} ref={told} tabIndex={-1}>
          {customer ? <Told customer={customer} /> : <Places />}
        </div>
        {customer?.locked && mayUnlock && <Button onClick={open}>{text.unlock}</Button>}
      </div>
      {customer && mayUnlock && <UnlockDialog customer={customer} opened={asking} onClose={close} onUnlocked={goOn} />}
    </Section>
  )
}

function Told({ customer: { locked, lockReason, lockedAt, failures, failuresSince } }: { customer: Customer }) {
  const now = useNow()
  if (!locked) {
    return (
      <>
        <p>
          <LockMark locked={false} />
        </p>
        <p className={classes.why}>
          {text.open} {failures > 0 && failuresSince && text.failures(failures, showTime(failuresSince, now))}
        </p>
      </>
    )
  }
  return (
    <>
      <p>
        <LockMark locked />{' '}
        {lockedAt && (
          <span className={classes.since}>{text.since(showTime(lockedAt, now), showAge(lockedAt, now))}</span>
        )}
      </p>
      <p className={classes.why} {...(lockReason && { lang: 'es' })}>
        {lockReason ?? text.noReason}
      </p>
    </>
  )
}

function Places() {
  return (
    <>
      <Skeleton height={12} width={200} my={4} />
      <Skeleton height={12} width={260} my={4} />
    </>
  )
}
