// Mutates the critical rules and checks that a test fails for each mutant: npm run mutation, for all groups or the
// named ones. Skips mutants tested before unless they or their tests changed.
import { spawnSync } from 'node:child_process'
import { groups } from './mutation-groups.js'

const [, , ...named] = process.argv
const unknown = named.filter((name) => !(name in groups))
if (unknown.length > 0)
  throw new Error(`There is no group ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}.`)

for (const name of named.length > 0 ? named : Object.keys(groups)) {
  console.log(`The group ${name}`)
  const stryker = ['bench/node_modules/@stryker-mutator/core/bin/stryker.js', 'run']
  const { status } = spawnSync(process.execPath, stryker, {
    stdio: 'inherit',
    env: { ...process.env, MUTATION_GROUP: name },
  })
  if (status !== 0) process.exitCode = 1
}
