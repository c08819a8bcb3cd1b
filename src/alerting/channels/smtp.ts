import type { SendMailOptions } from 'nodemailer'
import type { SmtpSettings } from '../../config.ts'
import type { Sentence } from '../../messages/sentences.ts'

/**
 * Time limits in milliseconds: for the connection, for the session up to the final dot of the mail, and for the answer
 * to the mail.
 */
type MailLimits = { connectMs: number; sessionMs: number; answerMs: number }

/**
 * The last limit is that of RFC 5321, 4.5.3.2.6. A server that accepts a mail after Vigía stopped waiting would deliver
 * the mail again at the next attempt. Mail servers are slower than web servers.
 */
const mailLimits: MailLimits = { connectMs: 10_000, sessionMs: 30_000, answerMs: 600_000 }

/** The answer of a mail server. */
export type MailResult = {
  status: number | null
  error: Sentence | null
  answer: string | null
  permanent: boolean
  /** The number of recipients that the server accepted. */
  accepted: number
  /** The recipients that the server refused for the moment. */
  deferred: string[]
}

/** Sends an e-mail to all addresses of its envelope. */
export async function sendEmail(
  smtp: SmtpSettings,
  mail: SendMailOptions,
  { connectMs, sessionMs, answerMs } = mailLimits,
): Promise<MailResult> {
  const { createTransport } = await import('nodemailer')
  // TLS is required before a password is sent, unless the query of the URL overrides that.
  const requireTLS = new URL(smtp.url).password !== ''
  const transport = createTransport({
    requireTLS,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    url: smtp.url,
  })
  const limit = startLimit(sessionMs)
  transport.use('stream', ({ message }, done) => {
    message.processFunc((text) => text.once('end', () => limit.setTo(answerMs)))
    done()
  })
  try {
    return toResult(await transport.sendMail({ ...mail, signal: limit.signal }))
  } catch (error) {
    return limit.signal.aborted ? notAnswered(limit.signal.reason as number) : toFailure(error)
  } finally {
    limit.end()
  }
}

/**
 * A time limit in milliseconds. When it is reached, it aborts its signal, with itself as the reason. Until then it can
 * be replaced by a new limit, counted from that moment.
 */
function startLimit(ms: number) {
  const controller = new AbortController()
  let timer = start(ms)
  let isOver = false
  function start(limitMs: number) {
    return setTimeout(() => {
      controller.abort(limitMs)
    }, limitMs)
  }
  return {
    signal: controller.signal,
    setTo(limitMs: number) {
      clearTimeout(timer)
      if (!isOver) timer = start(limitMs)
    },
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** The recipients as nodemailer reports them, and why some were refused. */
type Recipients = { accepted?: unknown[]; rejectedErrors?: { recipient?: string; responseCode?: number }[] }

function toResult({
  response,
  rejected,
  ...recipients
}: Recipients & { response: string; rejected: unknown[] }): MailResult {
  const addresses = rejected.map(String).join(', ')
  const error: Sentence | null =
    rejected.length === 0 ? null : { code: 'RECIPIENTS_REFUSED', parameters: { addresses } }
  return { status: statusOf(response), error, answer: response, permanent: false, ...readRecipients(recipients) }
}

function toFailure(error: unknown): MailResult {
  const { message, response = null, ...recipients } = error as Error & Recipients & { response?: string }
  const status = response === null ? null : statusOf(response)
  return {
    status,
    error: { code: 'MAIL_NOT_TAKEN', parameters: { error: message } },
    answer: response,
    permanent: status !== null && status >= 500,
    ...readRecipients(recipients),
  }
}

const notAnswered = (limitMs: number): MailResult => ({
  status: null,
  error: { code: 'MAIL_NOT_ANSWERED', parameters: { seconds: limitMs / 1_000 } },
  answer: null,
  permanent: false,
  ...readRecipients({}),
})

const readRecipients = ({ accepted = [], rejectedErrors = [] }: Recipients) => ({
  accepted: accepted.length,
  deferred: rejectedErrors.flatMap(({ recipient, responseCode = 0 }) => (responseCode < 500 ? (recipient ?? []) : [])),
})

const statusOf = (response: string) => Number(/^\d{3}/.exec(response)?.[0] ?? 0) || null
