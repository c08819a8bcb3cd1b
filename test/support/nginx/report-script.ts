import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readGuide } from '../guide.ts'
import { until } from '../until.ts'

/** The script and the configuration of the guide, with an empty log, in a folder of their own. */
export async function givenReportScript(url: string, token: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vigia-nginx-'))
  const guide = await readGuide('nginx.md')
  const [script = ''] = guide('js')
  const [configuration = ''] = guide('nginx')
  const [file, log] = [join(folder, 'nginx-report.mjs'), join(folder, 'vigia.log')]
  await writeFile(file, script)
  await writeFile(log, '')
  const env = { ...process.env, VIGIA_URL: url, VIGIA_TOKEN: token, EVERY_MS: '20' }

  return {
    folder,
    log,
    configuration,
    /** Makes the first start begin at the beginning of the log instead of at its end. */
    fromTheBeginning: async () =>
      writeFile(`${log}.position`, JSON.stringify({ inode: (await stat(log)).ino, offset: 0, pending: null })),
    /** Starts the script. */
    start() {
      const child = spawn(process.execPath, [file, log], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      const said = text(child.stderr)
      return {
        /** Kills it, and returns what it wrote to its standard error. */
        async kill() {
          const ended = once(child, 'exit')
          child.kill('SIGKILL')
          await ended
          return said
        },
      }
    },
    /** Waits until everything that is in the log was sent. */
    sent: () =>
      until('the log is sent', async () => {
        const position = await readFile(`${log}.position`, 'utf8').catch(() => null)
        if (position === null) return false
        const { inode, offset, pending } = JSON.parse(position) as { inode: number; offset: number; pending: unknown }
        const { ino, size } = await stat(log)
        return inode === ino && offset === size && pending === null
      }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
