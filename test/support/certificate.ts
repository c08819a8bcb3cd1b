import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A self-signed certificate for a name, valid for a day, and its key. */
export function createCertificate(name: string): { key: string; cert: string } {
  const directory = mkdtempSync(join(tmpdir(), 'vigia-tls-'))
  const [keyPath, certPath] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, '-keyout', keyPath, '-out', certPath], { stdio: 'pipe' })
  const [key, cert] = [readFileSync(keyPath, 'utf8'), readFileSync(certPath, 'utf8')]
  rmSync(directory, { recursive: true })
  return { key, cert }
}
