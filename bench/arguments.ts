import { parseArgs } from 'node:util'

/** The parsed command line. */
export type Arguments = {
  names: string[]
  json: boolean
  write: boolean
  seconds: number
  rounds: number
  others: string[]
}

/** An invalid command line; the message is for the user. */
export class WrongArguments extends Error {}

/**
 * Parses the command line. No names select all benchmarks; `query` selects those whose names begin with `query-`.
 * @throws WrongArguments with the mistake and the valid values.
 */
export function readArguments(args: readonly string[], known: readonly string[]): Arguments {
  const { values, positionals } = parsed(args)
  const wanted = positionals.map((name) => ({
    name,
    meant: known.filter((one) => one === name || one.startsWith(`${name}-`)),
  }))
  const unknown = wanted.find(({ meant }) => meant.length === 0)
  if (unknown) throw new WrongArguments(`There is no benchmark ${unknown.name}. There are: ${known.join(', ')}.`)
  return {
    names: positionals.length === 0 ? [...known] : [...new Set(wanted.flatMap(({ meant }) => meant))],
    json: values.json,
    write: values.write,
    seconds: positive('--seconds', values.seconds),
    rounds: Math.ceil(positive('--rounds', values.rounds)),
    others: values.other,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        seconds: { type: 'string', default: '3' },
        rounds: { type: 'string', default: '5' },
        other: { type: 'string', multiple: true, default: [] },
      },
    })
  } catch (error) {
    throw new WrongArguments(error instanceof Error ? error.message : String(error))
  }
}

function positive(name: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new WrongArguments(`${name} takes a number above 0, not ${text}.`)
  return number
}
