import { useRef } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Customer } from '../../api/trade/customers.ts'
import { usePermission } from '../../api/auth/session.ts'
import { plural, localize } from '../../i18n.ts'
import { MissingPermission } from '../../permissions/MissingPermission.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { formatRelative, formatTime } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './CustomerLogin.module.css'
import { LockBadge } from './LockBadge.tsx'
import { UnlockDialog } from './UnlockDialog.tsx'

const text = localize(
  {
    title: 'Acceso',
    since: (time: string, age: string) => `desde ${time} (${age})`,
    noReason: 'La plataforma no ha indicado el motivo.',
    open: 'Puede entrar en la plataforma.',
    failures: (n: number, since: string) =>
      plural(n, `1 intento fallido desde ${since}.`, `${String(n)} intentos fallidos desde ${since}.`),
    unlocked: (time: string, age: string) => `Desbloqueado ${time} (${age});`,
    read: (time: string) => `la plataforma lo ha leído ${time}.`,
    unread: 'la plataforma aún no lo ha leído.',
    unlock: 'Desbloquear…',
  },
  {
    title: 'Login',
    since: (time, age) => `since ${time} (${age})`,
    noReason: 'The platform gave no reason.',
    open: 'Can sign in on the platform.',
    failures: (n, since) =>
      plural(n, `1 failed attempt since ${since}.`, `${String(n)} failed attempts since ${since}.`),
    unlocked: (time, age) => `Unlocked ${time} (${age});`,
    read: (time) => `the platform read it ${time}.`,
    unread: 'the platform has not read it yet.',
    unlock: 'Unlock…',
  },
)

/**
 * The state of a customer's login: whether it is locked, why and since when. Operators with the permission see a button
 * to unlock it.
 */
export function CustomerLogin({ customer }: { customer: Customer | undefined }) {
  const canUnlock = usePermission('unlock:Customer')
  const [isDialogOpen, { open, close }] = useDisclosure(false)
  const stateElement = useRef<HTMLDivElement>(null)
  // The unlock button disappears, so the focus moves to the new state.
  const onUnlocked = () => {
    close()
    stateElement.current?.focus()
  }
  return (
    <Section title={text.title} busy={!customer}>
      <div className={classes.login}>
        <div className={classes.state} ref={stateElement} tabIndex={-1}>
          {customer ? <LoginState customer={customer} /> : <LoginSkeleton />}
        </div>
        {customer?.locked && canUnlock && <Button onClick={open}>{text.unlock}</Button>}
        {customer?.locked && <MissingPermission permission="unlock:Customer" />}
      </div>
      {customer && canUnlock && (
        <UnlockDialog customer={customer} opened={isDialogOpen} onClose={close} onUnlocked={onUnlocked} />
      )}
    </Section>
  )
}

function LoginState({ customer }: { customer: Customer }) {
  const now = useNow()
  const { locked, lockReason, lockedAt } = customer
  if (!locked) return <OpenLogin customer={customer} now={now} />
  return (
    <>
      <p>
        <LockBadge locked />{' '}
        {lockedAt && (
          <span className={classes.since}>{text.since(formatTime(lockedAt, now), formatRelative(lockedAt, now))}</span>
        )}
      </p>
      <p className={classes.reason} {...(lockReason && { lang: 'es' })}>
        {lockReason ?? text.noReason}
      </p>
    </>
  )
}

function OpenLogin({ customer, now }: { customer: Customer; now: Date }) {
  const { failures, failuresSince, unlockedAt, unlockReadAt } = customer
  return (
    <>
      <p>
        <LockBadge locked={false} />
      </p>
      <p className={classes.reason}>
        {text.open} {failures > 0 && failuresSince && text.failures(failures, formatTime(failuresSince, now))}
      </p>
      {unlockedAt && (
        <p className={classes.reason}>
          {text.unlocked(formatTime(unlockedAt, now), formatRelative(unlockedAt, now))}{' '}
          {unlockReadAt ? text.read(formatTime(unlockReadAt, now)) : text.unread}
        </p>
      )}
    </>
  )
}

function LoginSkeleton() {
  return (
    <>
      <Skeleton height={12} width={200} my={4} />
      <Skeleton height={12} width={260} my={4} />
    </>
  )
}
