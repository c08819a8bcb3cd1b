// cspell:ignore uidnext permanentflags unkeyword
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** Return value of `intervene`: `answered` if it has written the response itself. */
export type Intervention = 'answered' | undefined

/** A command as it arrived, and the connection that it arrived on. */
export type Command = { tag: string; text: string; socket: Socket }

type PeerOptions = {
  capabilities?: string
  delimiter?: string
  /** The delay of the greeting; `null` for no greeting. */
  greeting?: string | null
  /** Called before each command is answered. */
  intervene?: (command: Command) => Intervention
}

/**
 * A small IMAP server on 127.0.0.1 with one mailbox, whose faults a test chooses. It knows the commands that Vigía sends
 * and no others.
 */
export async function givenImapPeer(options: PeerOptions = {}) {
  const peer = {
    mails: new Map<number, Buffer>(),
    /** Sizes that the server states instead of the true ones. */
    sizes: new Map<number, number>(),
    processed: new Map<number, Buffer>(),
    flagged: new Set<number>(),
    folders: new Set<string>(['INBOX']),
    commands: [] as string[],
    uidValidity: 1,
    intervene: options.intervene ?? (() => undefined),
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    if (options.greeting !== null) socket.write(options.greeting ?? '* OK ready\r\n')
    let rest = ''
    socket.on('data', (bytes) => {
      rest += bytes.toString('latin1')
      const lines = rest.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) answer(line, socket)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  let idling = ''

  function answer(line: string, socket: Socket) {
    if (line === 'DONE') return socket.write(`${idling} OK idled\r\n`)
    const [, tag = '', text = ''] = /^(\S+) (.*)$/.exec(line) ?? []
    peer.commands.push(text)
    if (peer.intervene({ tag, text, socket }) === 'answered') return
    const [name = ''] = /^(UID )?\S+/.exec(text.toUpperCase()) ?? []
    const answers = replies[name]?.(text)
    if (name === 'IDLE') {
      idling = tag
      return socket.write('+ idling\r\n')
    }
    for (const reply of answers ?? []) socket.write(reply)
    return socket.write(answers ? `${tag} OK done\r\n` : `${tag} BAD unknown\r\n`)
  }

  const announce = () => {
    for (const socket of sockets) socket.write(`* ${peer.mails.size} EXISTS\r\n`)
  }
  const uidsIn = (set: string) =>
    [...peer.mails.keys()].filter((uid) =>
      set.split(',').some((part) => {
        const [from, to = from] = part.split(':')
        return uid >= Number(from) && (to === '*' || uid <= Number(to))
      }),
    )
  const { delimiter = '/' } = options
  const processedPath = `Vigia${delimiter}Procesados`
  const ok: string[] = []
  const replies: Record<string, (text: string) => (string | Buffer)[] | null> = {
    CAPABILITY: () => [`* CAPABILITY IMAP4rev1 ${options.capabilities ?? 'IDLE MOVE UIDPLUS NAMESPACE'}\r\n`],
    NAMESPACE: () => [`* NAMESPACE (("" "${delimiter}")) NIL NIL\r\n`],
    LOGIN: () => ok,
    NOOP: () => ok,
    SUBSCRIBE: () => ok,
    LIST: (text) => [`* LIST () "${delimiter}" ${text.split(' ').at(-1) ?? ''}\r\n`],
    SELECT: () => [
      `* ${peer.mails.size} EXISTS\r\n`,
      String.raw`* OK [PERMANENTFLAGS (\Flagged \*)] any` + '\r\n',
      `* OK [UIDVALIDITY ${peer.uidValidity}] valid\r\n* OK [UIDNEXT 1000] next\r\n`,
    ],
    STATUS: (text) =>
      text.includes(processedPath) && peer.folders.has(processedPath)
        ? [`* STATUS ${processedPath} (MESSAGES 0)\r\n`]
        : null,
    CREATE: (text) => {
      peer.folders.add(text.split(' ').at(-1) ?? '')
      return ok
    },
    'UID SEARCH': (text) => {
      const set = /UID (\d+(?::\*)?)/.exec(text.slice('UID SEARCH'.length))?.[1] ?? '1:*'
      return [
        `* SEARCH ${uidsIn(set)
          .filter((uid) => !peer.flagged.has(uid))
          .join(' ')}\r\n`,
      ]
    },
    'UID FETCH': (text) =>
      uidsIn(text.split(' ')[2] ?? '').flatMap((uid) => {
        const mail = peer.mails.get(uid) ?? Buffer.alloc(0)
        const [, start = '0', length = '0'] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/.exec(text) ?? []
        const piece = mail.subarray(Number(start), Number(start) + Number(length))
        const size = peer.sizes.get(uid) ?? mail.length
        return [`* 1 FETCH (UID ${uid} RFC822.SIZE ${size} BODY[]<${start}> {${piece.length}}\r\n`, piece, ')\r\n']
      }),
    'UID MOVE': (text) =>
      uidsIn(text.split(' ')[2] ?? '').map((uid) => {
        peer.processed.set(uid, peer.mails.get(uid) ?? Buffer.alloc(0))
        peer.mails.delete(uid)
        return '* 1 EXPUNGE\r\n'
      }),
    'UID STORE': (text) => {
      for (const uid of uidsIn(text.split(' ')[2] ?? '')) peer.flagged.add(uid)
      return ok
    },
  }

  return {
    ...peer,
    peer,
    processedPath,
    settings: {
      ...{ host: '127.0.0.1', port, tls: 'none' as const, user: 'ana', password: 'a secret word', path: ['INBOX'] },
    },
    /** Announces a new mail to those that idle. */
    deliver(uid: number, mail: Buffer) {
      peer.mails.set(uid, mail)
      announce()
    },
    /** Tells those that idle how many mails there are, as if one had come. */
    announce,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
