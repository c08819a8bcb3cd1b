import { readdirSync, readFileSync } from 'node:fs'

it('the runbook quotes log messages that the service can write', () => {
  const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
    .join('\n')
  const rows = readFileSync('docs/runbook.md', 'utf8').match(/^\| `.*\((?:30|40|50|60)\) *\|/gm) ?? []
  const messages = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message))

  expect(messages.length).toBeGreaterThan(20)
  expect(messages.filter((message) => !source.includes(message))).toEqual([])
})
