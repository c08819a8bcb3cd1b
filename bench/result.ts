/** How long and how often to measure. */
export type Settings = {
  /** How long each is measured in each round. */
  seconds: number
  /** How often all are measured, one after the other; what is told is the median. */
  rounds: number
  /** Says what is being done. */
  tell: (progress: string) => void
  /** A PostgreSQL server to measure on beside the embedded database; null without. */
  server: string | null
}

/** One line of a benchmark: who or what, and what it costs. */
export type Figure = {
  of: string
  value: number
  unit: string
  /** How many times the limit; null where there is none to compare with. */
  ratio: number | null
  /** What else was seen, in a few words. */
  beside?: string
}

/** What a benchmark found. `limit` says what 1.00 is; `json` is what `--json` prints. */
export type Result = { title: string; limit: string; figures: Figure[]; json: Record<string, unknown> }

/** A benchmark by its name. */
export type Benchmark = { name: string; about: string; run: (settings: Settings) => Promise<Result> }

/** The figures as `--json` prints them. */
export const jsonOf = (figures: readonly Figure[]): Record<string, unknown> =>
  Object.fromEntries(figures.map(({ of, ...figure }) => [of, figure]))

/** The database that is measured on, by the server's URL. */
export const databaseOn = (server: string | null): string => (server === null ? 'PGlite' : 'PostgreSQL')
