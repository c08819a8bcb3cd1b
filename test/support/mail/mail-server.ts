import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail received by the server: its envelope, its text and its content as parsed by a mail client. */
export type ReceivedMail = { recipients: string[]; raw: string; parsed: ParsedMail }

/** A real mail server on a free port of 127.0.0.1. */
export async function givenMailServer(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        void simpleParser(raw).then((parsed) => {
          mails.push({ recipients, raw: raw.toString('latin1'), parsed })
          callback(null, 'queued as 1')
        })
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    port,
    smtp: { url: `smtp://127.0.0.1:${port}`, from: 'Vigía <vigia@example.org>' },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
