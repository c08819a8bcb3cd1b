// Checks the OpenAPI document of the build with Redocly and Spectral.
import { execFileSync } from 'node:child_process'
import { installPackages } from './install-packages.js'

const folder = 'tools/openapi-lint'
const document = 'dist/openapi.json'
// Redocly reports its use and looks for updates unless told otherwise.
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

await installPackages(folder)
try {
  run('@redocly/cli/bin/cli.js', ['lint', document, '--config', `${folder}/redocly.yaml`, '--format', 'stylish'])
  const failing = ['--fail-severity', 'warn']
  run('@stoplight/spectral-cli/dist/index.js', ['lint', document, '--ruleset', `${folder}/spectral.yaml`, ...failing])
} catch {
  console.error(`The linters find fault with ${document}: see above.`)
  process.exit(1)
}

function run(program, args) {
  execFileSync(process.execPath, [`${folder}/node_modules/${program}`, ...args], { stdio: 'inherit', env })
}
