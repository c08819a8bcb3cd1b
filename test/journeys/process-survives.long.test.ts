import { connect } from 'node:net'
import { givenDirectory, startVigia } from '../support/process/process.ts'

const settings = { SAMPLE_DATA: 'false', ADMIN_EMAIL: 'ana@example.org', ADMIN_PASSWORD: 'una-clave-larga-1' }

/** Code that the process loads first; it does what it does at SIGUSR2. */
const planted = (code: string) =>
  `--import data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2',()=>{${code}})`)}`

const upgradeTo = (path: string) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n')

const halfABody = ['POST /graphql HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: 10', '\r\n{'].join('\r\n')

it('the process survives any upgrade address and reset connections, and ends at an uncaught exception', async () => {
  await using directory = await givenDirectory()
  const NODE_OPTIONS = planted('throw new Error("Unheard of.")')
  await using vigia = startVigia({ ...settings, DATA_DIR: directory.path, NODE_OPTIONS })
  const url = await vigia.ready()
  const { port } = new URL(url)

  for (let count = 0; count < 100; count++)
    for (const text of [upgradeTo('/elsewhere'), upgradeTo('/graphql'), halfABody])
      await sendAndReset(Number(port), text)
  const refused = await answerTo(Number(port), upgradeTo('//'))

  expect(refused).toMatch(/^HTTP\/1\.1 404 /)
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  await expectFatal(vigia)
})

it('the process ends at an unhandled rejection with a value that is no error, and logs it', async () => {
  await using directory = await givenDirectory()
  const NODE_OPTIONS = planted('Promise.reject("Unheard of.")')
  await using vigia = startVigia({ ...settings, DATA_DIR: directory.path, NODE_OPTIONS })
  await vigia.ready()

  await expectFatal(vigia)
})

/** Runs the planted code, which ends the process with one entry in the log that says why. */
async function expectFatal(vigia: ReturnType<typeof startVigia>) {
  vigia.send('SIGUSR2')
  const { code, stdout } = await vigia.ended()

  const fatal = stdout.split('\n').filter((line) => line.includes('"level":60'))
  expect(code).toBe(1)
  expect(fatal).toHaveLength(1)
  expect(JSON.parse(fatal[0] ?? '')).toMatchObject({
    msg: 'unexpected failure outside a request',
    err: { message: expect.stringContaining('Unheard of.'), stack: expect.stringMatching(/\n +at /) },
  })
}

/** Sends something and breaks the connection off at once, as a client does that is killed. */
const sendAndReset = (port: number, text: string) =>
  new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => socket.resetAndDestroy()))
    socket.on('error', () => undefined).once('close', () => resolve())
  })

/** The response bytes until the connection is closed. */
const answerTo = (port: number, text: string) =>
  new Promise<string>((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', () => undefined).once('close', () => resolve(answer))
  })
