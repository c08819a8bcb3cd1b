// cspell:ignore anvil chroot fsync maildir passdb userdb
import { spawn, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MailboxSettings } from '../../../src/lib/mailbox-url.ts'
import { createCertificate } from '../certificate.ts'
import { until } from '../until.ts'
import { connect } from 'node:net'

const binary = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot', '/opt/homebrew/sbin/dovecot'].find((path) =>
  existsSync(path),
)

/**
 * Whether Dovecot is installed; without it the tests of a real mail server are skipped with a message. With
 * REQUIRE_DOVECOT, as in CI, its absence is an error.
 */
export function hasDovecot(): boolean {
  if (binary) return true
  if (process.env['REQUIRE_DOVECOT'])
    throw new Error('REQUIRE_DOVECOT is set, but Dovecot is not installed: apt-get install -y dovecot-imapd.')
  process.stderr.write('Dovecot is not installed, so reading a mailbox of a real server is not tested here.\n')
  return false
}

/** The user id of `nobody`; Dovecot reads no mails as root. */
const nobody = 65_534

export const mailPassword = 'clave/con:signos@%'

/** A real IMAP server, Dovecot, with its own directory and ports, and any user with `mailPassword`. Disposal ends it. */
export async function givenDovecot(settings = '') {
  const directory = await mkdtemp(join(tmpdir(), 'vigia-dovecot-'))
  const { key, cert } = createCertificate('localhost')
  const [plain, tls] = [await freePort(), await freePort()]
  const isRoot = process.getuid?.() === 0
  const files = { 'key.pem': key, 'cert.pem': cert, 'dovecot.conf': configuration(directory, plain, tls) + settings }
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content)
  for (const name of ['run', 'state', 'mail']) await mkdir(join(directory, name))
  await chmod(directory, 0o755)
  if (isRoot)
    for (const name of ['.', 'run', 'state', 'mail', ...Object.keys(files)])
      await chown(join(directory, name), nobody, nobody)
  let server = await start(directory, plain)

  const maildir = (user: string, folder = '') => join(directory, 'mail', user, folder)
  return {
    ports: { plain, tls },
    /** The certificate, for NODE_EXTRA_CA_CERTS. */
    certificate: join(directory, 'cert.pem'),
    /** The settings of a mailbox of this server, over TCP of this machine. */
    mailbox: (user: string, path = ['INBOX']): MailboxSettings => ({
      ...{ host: '127.0.0.1', port: plain, tls: 'none', user, password: mailPassword, path },
    }),
    /** Puts mails into the inbox of a user, in this order, as a mail server delivers them. */
    async deliver(user: string, ...mails: Uint8Array[]) {
      for (const folder of ['tmp', 'new', 'cur']) await mkdir(maildir(user, folder), { recursive: true })
      if (isRoot) execFileSync('chown', ['-R', `${nobody}:${nobody}`, maildir(user)])
      for (const mail of mails) {
        const name = `${Date.now()}.${String((delivered += 1)).padStart(8, '0')}.test`
        await writeFile(maildir(user, `tmp/${name}`), mail)
        if (isRoot) await chown(maildir(user, `tmp/${name}`), nobody, nobody)
        await rename(maildir(user, `tmp/${name}`), maildir(user, `new/${name}`))
      }
    },
    /** The files of the mails in a folder of a user; `''` is the inbox, `.Vigia.Procesados` that of processed mails. */
    async mailsIn(user: string, folder = '') {
      const names = await Promise.all(
        ['new', 'cur'].map((part) => readdir(maildir(user, join(folder, part))).catch(() => [])),
      )
      return names.flat()
    },
    /** Gives the inbox another UIDVALIDITY, as a server does that has rebuilt it. */
    async renumber(user: string) {
      const list = maildir(user, 'dovecot-uidlist')
      const text = await readFile(list, 'latin1')
      await writeFile(
        list,
        text.replace(/ V(\d+)/, (_, validity) => ` V${Number(validity) + 1_000}`),
        'latin1',
      )
      for (const name of ['dovecot.index', 'dovecot.index.log', 'dovecot.index.cache'])
        await rm(maildir(user, name), { force: true })
    },
    stop: () => server.stop(),
    async restart() {
      server = await start(directory, plain)
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

let delivered = 0

async function start(directory: string, port: number) {
  const isRoot = process.getuid?.() === 0
  const child = spawn(binary ?? '', ['-F', '-c', join(directory, 'dovecot.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const closed = once(child, 'close')
  await until('Dovecot listens', async () => {
    if (child.exitCode !== null)
      throw new Error(`Dovecot ended: ${said}${await readFile(join(directory, 'log'), 'utf8').catch(() => '')}`)
    return canConnect(port)
  })
  return {
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
  }
}

function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function configuration(directory: string, plain: number, tls: number): string {
  const { username } =
    process.getuid?.() === 0 ? { username: 'nobody' } : { username: execFileSync('id', ['-un']).toString().trim() }
  const group = execFileSync('id', ['-gn', username]).toString().trim()
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${directory}/run
state_dir = ${directory}/state
log_path = ${directory}/log
default_internal_user = ${username}
default_internal_group = ${group}
default_login_user = ${username}
default_process_limit = 20
default_vsz_limit = 0
first_valid_uid = 1
mail_location = maildir:${directory}/mail/%u
mail_fsync = never
ssl = yes
ssl_cert = <${directory}/cert.pem
ssl_key = <${directory}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
passdb {
  driver = static
  args = password=${mailPassword.replaceAll('%', '%%')}
}
userdb {
  driver = static
  args = uid=${username} gid=${group} home=${directory}/mail/%u
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plain}
  }
  inet_listener imaps {
    port = ${tls}
    ssl = yes
  }
}
service stats {
  chroot =
}
`
}
