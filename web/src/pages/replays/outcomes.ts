import { type Outcome, type ReplayResult } from '../../api/replays.ts'
import { type ReplayAnswer } from '../../api/rest.ts'
import { words } from '../../language.ts'
import { type Tone } from '../../ui/ToneMark.tsx'
import { oneOf } from '../../ui/list/search.ts'

/** What may become of a message, best first. */
export const outcomes = ['REPROCESSED', 'UNCHANGED', 'SKIPPED', 'FAILED'] as const satisfies readonly Outcome[]

/** Reads an outcome from a URL. */
export const readOutcome = (value: unknown): Outcome | undefined => oneOf(outcomes, value)

/** What became of a message. */
export const outcomeLabels: Record<Outcome, string> = words(
  { REPROCESSED: 'Reprocesado', UNCHANGED: 'Sin cambios', SKIPPED: 'Omitido', FAILED: 'Fallido' },
  { REPROCESSED: 'Reprocessed', UNCHANGED: 'Unchanged', SKIPPED: 'Skipped', FAILED: 'Failed' },
)

/** What would become of it. */
export const foreseenLabels: Record<Outcome, string> = words(
  { REPROCESSED: 'Se procesaría', UNCHANGED: 'Quedaría igual', SKIPPED: 'Se omitiría', FAILED: 'Fallaría' },
  { REPROCESSED: 'Would process', UNCHANGED: 'Would not change', SKIPPED: 'Would be skipped', FAILED: 'Would fail' },
)

/** How many messages had each outcome, and all of them. */
export const countedLabels: Record<Outcome | 'ALL', string> = words(
  { ALL: 'Todos', REPROCESSED: 'Reprocesados', UNCHANGED: 'Sin cambios', SKIPPED: 'Omitidos', FAILED: 'Fallidos' },
  { ALL: 'All', REPROCESSED: 'Reprocessed', UNCHANGED: 'Unchanged', SKIPPED: 'Skipped', FAILED: 'Failed' },
)

/** How many would have each. */
export const foreseenCountedLabels: Record<Outcome | 'ALL', string> = words(
  {
    ALL: 'Todos',
    REPROCESSED: 'Se procesarían',
    UNCHANGED: 'Quedarían igual',
    SKIPPED: 'Se omitirían',
    FAILED: 'Fallarían',
  },
  {
    ALL: 'All',
    REPROCESSED: 'Would process',
    UNCHANGED: 'Would not change',
    SKIPPED: 'Would be skipped',
    FAILED: 'Would fail',
  },
)

/** How good an outcome is. */
export const outcomeTones: Record<Outcome, Tone> = {
  REPROCESSED: 'good',
  UNCHANGED: 'quiet',
  SKIPPED: 'waiting',
  FAILED: 'bad',
}

const spelled = {
  reprocessed: 'REPROCESSED',
  unchanged: 'UNCHANGED',
  skipped: 'SKIPPED',
  failed: 'FAILED',
} as const satisfies Record<string, Outcome>

/** The results of a REST answer, as GraphQL tells them. */
export const resultsOf = ({ results }: ReplayAnswer): ReplayResult[] =>
  results.map((result) => ({ ...result, outcome: spelled[result.outcome] }))
