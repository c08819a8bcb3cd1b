import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Json } from './support/gateway.ts'
import { isAllowed } from './support/licences.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFileSync(`${root}${name}`, 'utf8')
type Manifest = Record<'dependencies' | 'devDependencies', Record<string, string>>
const manifest = JSON.parse(read('package.json')) as Manifest

type Locked = Partial<Record<'version' | 'resolved' | 'integrity' | 'license', string>> &
  Partial<Record<'dev' | 'devOptional' | 'optional' | 'peer' | 'link' | 'hasInstallScript', boolean>>

/** All packages in a lockfile. */
const lockedIn = (lockfile: string) =>
  Object.entries((JSON.parse(read(lockfile)) as { packages: Record<string, Locked> }).packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      ...entry,
    }))

const locked = lockedIn('package-lock.json')

const told = ({ name, version }: { name: string; version?: string }) => `${name}@${version}`

describe('the bill of materials', () => {
  let bill: Json
  let components: Json[]
  beforeAll(() => {
    execFileSync(process.execPath, ['scripts/sbom.js'], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
    bill = JSON.parse(read('dist/sbom.json')) as Json
    components = bill['components'] as Json[]
  })

  it('is a document of CycloneDX about this application', () => {
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: expect.stringMatching(/^1\.[5-9]$/),
      serialNumber: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/),
      version: 1,
      metadata: { component: { type: 'application', name: 'vigia' } },
    })
  })

  it('says of each component what it is, where it comes from, what it weighs and under which licence it may be used', () => {
    for (const component of components)
      expect(component).toMatchObject({
        type: 'library',
        name: expect.any(String),
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        purl: expect.stringMatching(/^pkg:npm\//),
        hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
        licenses: [expect.anything()],
      })
  })

  it('says what depends on what, of nothing else than it names', () => {
    const named = new Set(
      [bill['metadata'].component, ...components].map((component) => component['bom-ref'] as string),
    )
    const linked = (bill['dependencies'] as Json[]).flatMap(({ ref, dependsOn = [] }) => [
      ref,
      ...(dependsOn as string[]),
    ])

    expect(linked.filter((ref) => !named.has(ref as string))).toEqual([])
    expect(named.size).toBe(components.length + 1)
  })

  it('names each production dependency, and all that comes with it', () => {
    const named = components.map((component) => component['bom-ref'] as string)
    const direct = Object.entries(manifest.dependencies).map(([name, version]) => `${name}@${version}`)
    const installed = locked.filter(({ dev, devOptional }) => !dev && !devOptional).map(told)

    expect(named).toEqual(expect.arrayContaining(direct))
    expect([...named].sort()).toEqual([...new Set(installed)].sort())
  })
})

describe('a licence', () => {
  it.each(['MIT', '(MIT OR EUPL-1.1+)', 'GPL-3.0-only OR MIT', '(MIT AND ISC)'])('is allowed: %s', (licence) =>
    expect(isAllowed(licence)).toBe(true),
  )

  it.each([
    '',
    'GPL-3.0-only',
    '(MIT AND GPL-3.0-only)',
    'UNLICENSED',
    'SEE LICENSE IN x',
    'MIT AND (ISC OR GPL-3.0-only)',
  ])('is not: %s', (licence) => expect(isAllowed(licence)).toBe(false))

  it('of whatever is shipped is one of those that are allowed', () => {
    const shipped = locked.filter(({ dev, devOptional }) => !dev && !devOptional)
    const refused = shipped.filter(({ license = '' }) => !isAllowed(license))

    expect(
      refused.map((one) => `${told(one)} is under ${one.license ?? 'no licence'}, which is not allowed here.`),
    ).toEqual([])
  })
})

describe.each(['', 'bench/', 'test/', 'tools/openapi-lint/'])('the installation in ./%s', (folder) => {
  const { dependencies, devDependencies } = JSON.parse(read(`${folder}package.json`)) as Partial<Manifest>
  const packages = lockedIn(`${folder}package-lock.json`)

  it('pins each dependency to one version', () => {
    const versions = Object.entries({ ...dependencies, ...devDependencies })

    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))).toEqual([])
  })

  it('has a SHA-512 for each package, and all of them come from the registry', () => {
    expect(packages.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(told)).toEqual([])
    expect(packages.filter(({ resolved }) => resolved && !resolved.startsWith(registry)).map(told)).toEqual([])
    expect(packages.filter(({ link }) => link).map(told)).toEqual([])
  })

  it('runs no install script', () => {
    expect(read(`${folder}.npmrc`).split('\n')).toContain('ignore-scripts=true')
  })

  it('needs no install script, for a known reason', () => {
    const scripted = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)

    expect(scripted.filter((name) => !(name in unneeded))).toEqual([])
  })
})

test('each stated reason is for a package that is installed and has an install script', () => {
  const scripted = [
    ...locked,
    ...lockedIn('bench/package-lock.json'),
    ...lockedIn('test/package-lock.json'),
    ...lockedIn('tools/openapi-lint/package-lock.json'),
  ].filter(({ hasInstallScript }) => hasInstallScript)

  expect([...new Set(scripted.map(({ name }) => name))].sort()).toEqual(Object.keys(unneeded).sort())
})

const registry = 'https://registry.npmjs.org/'

/** Why the install script of each package that has one is not needed. */
const unneeded = {
  '@apollo/protobufjs': 'It only warns of how a version is written in package.json.',
  '@parcel/watcher': 'It compiles what comes compiled, as a package of its own for each platform.',
  '@prisma/engines': 'It fetches native engines; Vigía uses the compiler and the schema engine in WebAssembly.',
  '@scarf/scarf': 'It tells its makers who installs it.',
  '@swc/core': 'It looks for the compiled package of the platform, and else fetches a slower one.',
  esbuild: 'It checks and shortens the way to its compiled program, which is a package of its own.',
  prisma: 'It only checks the version of Node.',
  protobufjs: 'It only warns of how a version is written in package.json.',
  'unrs-resolver': 'It looks for the compiled package of the platform.',
}
