/** Duration and number of measurements. */
export type Settings = {
  /** Duration of each measurement in a round. */
  seconds: number
  /** Number of rounds; each measures everything once, and the reports show the median. */
  rounds: number
  /** Reports progress. */
  tell: (progress: string) => void
  /** URL of the PostgreSQL server to measure on; null for the embedded database. */
  server: string | null
  /** Folders of other checkouts, whose builds are compared with this one. */
  others: readonly string[]
}

/** One line of a benchmark: the thing measured and its cost. */
export type Figure = {
  of: string
  value: number
  unit: string
  /** Multiple of the baseline; null if there is no comparison. */
  ratio: number | null
  /** Further measurements, briefly. */
  beside?: string
  /** Whether it is one of many, which the chart leaves out. */
  isDetail?: boolean
}

/** The result of a benchmark. `limit` describes the baseline, which is 1.00; `json` is the output of `--json`. */
export type Result = { title: string; limit: string; figures: Figure[]; json: Record<string, unknown> }

/** A named benchmark. */
export type Benchmark = { name: string; about: string; run: (settings: Settings) => Promise<Result> }

/** Converts figures to the output of `--json`. */
export const jsonOf = (figures: readonly Figure[]): Record<string, unknown> =>
  Object.fromEntries(figures.map(({ of, ...figure }) => [of, figure]))

/** The name of the measured database for a server's URL. */
export const databaseOn = (server: string | null): string => (server === null ? 'PGlite' : 'PostgreSQL')

/** The servers that a benchmark of the database measures: null, which is the embedded one, and the given one if any. */
export const serversOf = ({ server }: Pick<Settings, 'server'>): (string | null)[] =>
  server === null ? [null] : [null, server]
