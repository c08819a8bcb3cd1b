// cspell:ignore fastcgi scgi uwsgi
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { until } from '../until.ts'

const binary = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((path) => existsSync(path))

/**
 * Whether nginx is installed; without it the test with it is skipped with a message. With REQUIRE_NGINX, as in CI, its
 * absence is an error.
 */
export function hasNginx(): boolean {
  if (binary) return true
  if (process.env['REQUIRE_NGINX'])
    throw new Error('REQUIRE_NGINX is set, but nginx is not installed: apt-get install -y nginx-light.')
  process.stderr.write('nginx is not installed, so its access log is not tested here.\n')
  return false
}

/** nginx in a folder, with what its `http` block contains; disposal ends it. */
export async function givenNginx(folder: string, http: string, port: number) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path temporary;`)
  const configuration = `daemon off; worker_processes 1; pid nginx.pid; error_log stderr;
    events { worker_connections 64; }
    http { ${temporary.join(' ').replace(/temporary/g, join(folder, 'temporary'))} ${http} }`
  await mkdir(join(folder, 'temporary'), { recursive: true })
  await writeFile(join(folder, 'nginx.conf'), configuration)
  const child = spawn(binary ?? '', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = text(child.stderr)
  await until('nginx listens', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${await said}`)
    return fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  })
  return {
    /** Makes a request without a body, and returns the status of its response. */
    ask: async (port: number, method: string, path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'close')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Ports at which nothing listens. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
