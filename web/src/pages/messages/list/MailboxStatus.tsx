import { type Mailbox, useMailbox } from '../../../api/messages/mailbox.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import { type SinliMailboxErrorCode } from '../../../generated/graphql.ts'
import { localize } from '../../../i18n.ts'
import { BreakablePath } from '../../../ui/display/BreakablePath.tsx'
import { StatusDot } from '../../../ui/display/StatusDot.tsx'
import { Timestamp } from '../../../ui/display/Timestamp.tsx'
import classes from './MailboxStatus.module.css'

const text = localize(
  {
    title: 'Buzón',
    connected: 'Conectado',
    connecting: 'Conectando',
    disconnected: 'Sin conexión',
    backlog: (read: string, total: string) => `Leyendo correo atrasado: ${read} de ${total}`,
    read: (count: string) => `${count} leídos`,
    left: 'Se quedan en el buzón:',
    skipped: (count: string) => `${count} que no son SINLI`,
    oversized: (count: string) => `${count} de más de 25 MB`,
    unreadable: (count: string) => `${count} que no se han podido leer (se vuelve a intentar)`,
    errors: {
      LOGIN_REFUSED: 'El servidor de correo rechaza el usuario o la contraseña.',
      NO_TLS: 'El servidor de correo no ofrece TLS.',
      CERTIFICATE: 'No se puede verificar el certificado del servidor de correo.',
      UNREACHABLE: 'No se llega al servidor de correo.',
      TIMEOUT: 'El servidor de correo no responde.',
      MAILBOX_MISSING: 'El buzón no existe en el servidor.',
      CONNECTION_LOST: 'El servidor de correo ha cortado la conexión.',
      SERVER_ERROR: 'El servidor de correo responde con un error.',
    } satisfies Record<SinliMailboxErrorCode, string>,
  },
  {
    title: 'Mailbox',
    connected: 'Connected',
    connecting: 'Connecting',
    disconnected: 'Not connected',
    backlog: (read, total) => `Reading the backlog: ${read} of ${total}`,
    read: (count) => `${count} read`,
    left: 'Left in the mailbox:',
    skipped: (count) => `${count} that are not SINLI`,
    oversized: (count) => `${count} larger than 25 MB`,
    unreadable: (count) => `${count} that could not be read so far (tried again)`,
    errors: {
      LOGIN_REFUSED: 'The mail server refuses the user or the password.',
      NO_TLS: 'The mail server does not offer TLS.',
      CERTIFICATE: "The mail server's certificate cannot be verified.",
      UNREACHABLE: 'The mail server cannot be reached.',
      TIMEOUT: 'The mail server does not answer.',
      MAILBOX_MISSING: 'The mailbox does not exist on the server.',
      CONNECTION_LOST: 'The mail server closed the connection.',
      SERVER_ERROR: 'The mail server answers with an error.',
    },
  },
)

/**
 * The mailbox from which messages are read: its connection, its backlog and the messages left in it. Empty without a
 * mailbox.
 */
export function MailboxStatus() {
  const mailbox = useMailbox()
  if (!mailbox) return null
  const { address, since, read, backlog, backlogTotal } = mailbox
  const left = leftParts(mailbox)
  return (
    <section aria-label={text.title} className={classes.line}>
      <span className={classes.address}>
        {text.title} <BreakablePath text={address} />
      </span>
      <span>
        <Connection mailbox={mailbox} /> <Timestamp at={since} ago />
      </span>
      {backlog > 0 && <span>{text.backlog(formatInteger(backlogTotal - backlog), formatInteger(backlogTotal))}</span>}
      <span>{text.read(formatInteger(read))}</span>
      {left.length > 0 && (
        <span>
          {text.left} {left.join(', ')}
        </span>
      )}
    </section>
  )
}

function Connection({ mailbox: { connected, lastErrorCode } }: { mailbox: Mailbox }) {
  if (connected) return <StatusDot tone="good">{text.connected}</StatusDot>
  if (!lastErrorCode) return <StatusDot tone="waiting">{text.connecting}</StatusDot>
  return (
    <>
      <StatusDot tone="bad">{text.disconnected}</StatusDot> {text.errors[lastErrorCode]}
    </>
  )
}

const leftParts = (mailbox: Mailbox): string[] =>
  (['skipped', 'oversized', 'unreadable'] as const)
    .filter((why) => mailbox[why] > 0)
    .map((why) => text[why](formatInteger(mailbox[why])))
