// Writes the shipped dependencies to dist/sbom.json in the CycloneDX format, from the lockfile alone: node
// scripts/sbom.js. The command of npm for this omits most packages that a development dependency also needs.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { '': application, ...installed } = packages
const shipped = Object.entries(installed).filter(([, { dev, devOptional }]) => !dev && !devOptional)

const components = unique(shipped.map(component))
const bill = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${uuidOf(JSON.stringify(components))}`,
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': refOf('', application),
      name: application.name,
      version: application.version,
    },
  },
  components,
  dependencies: unique([['', application], ...shipped].map(links), 'ref'),
}
mkdirSync('dist', { recursive: true })
writeFileSync('dist/sbom.json', `${JSON.stringify(bill, null, 2)}\n`)
console.log(`dist/sbom.json names ${components.length} packages.`)

function component([path, entry]) {
  const { version, integrity, license, optional } = entry
  const [group, name] = nameOf(path)
    .match(/^(?:(@[^/]+)\/)?(.+)$/)
    .slice(1)
  return {
    type: 'library',
    'bom-ref': refOf(path, entry),
    ...(group && { group }),
    name,
    version,
    scope: optional ? 'optional' : 'required',
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    licenses: [/ (OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }],
    purl: `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`,
  }
}

function links([path, entry]) {
  const wanted = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies })
  const found = wanted.map((name) => resolved(path, name)).filter((place) => shipped.some(([other]) => other === place))
  return { ref: refOf(path, entry), dependsOn: [...new Set(found.map((place) => refOf(place, installed[place])))] }
}

/** Resolves a package as Node does: in its own node_modules, then in those of the enclosing packages. */
function resolved(path, name) {
  const place = `${path ? `${path}/` : ''}node_modules/${name}`
  if (place in installed || path === '') return place
  return resolved(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name)
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

function refOf(path, { name, version }) {
  return `${path ? nameOf(path) : name}@${version}`
}

/** Merges copies of one version at several paths. */
function unique(entries, key = 'bom-ref') {
  return [...new Map(entries.map((entry) => [entry[key], entry])).values()]
}

/** A deterministic UUID, so that the same content produces the same file. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
