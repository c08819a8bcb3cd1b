import { type Outcome, type ReplayResult } from '../api/messages/replays.ts'
import { type ReplayResponse } from '../api/restTypes.ts'
import { localize } from '../i18n.ts'
import { type Tone } from '../ui/display/StatusDot.tsx'
import { keysOf } from '../ui/labels.ts'
import { parseOneOf } from '../ui/list/searchParams.ts'

/** Tone of each outcome of a message, best first. */
export const outcomeTones: Record<Outcome, Tone> = {
  REPROCESSED: 'good',
  UNCHANGED: 'quiet',
  SKIPPED: 'waiting',
  FAILED: 'bad',
}

/** The outcomes, best first. */
export const outcomes = keysOf(outcomeTones)

/** Reads an outcome from a URL. */
export const readOutcome = (value: unknown): Outcome | undefined => parseOneOf(outcomes, value)

/** Labels of the outcomes. */
export const outcomeLabels: Record<Outcome, string> = localize(
  { REPROCESSED: 'Reprocesado', UNCHANGED: 'Sin cambios', SKIPPED: 'Omitido', FAILED: 'Fallido' },
  { REPROCESSED: 'Reprocessed', UNCHANGED: 'Unchanged', SKIPPED: 'Skipped', FAILED: 'Failed' },
)

/** Labels of the outcomes of a dry run. */
export const dryRunLabels: Record<Outcome, string> = localize(
  { REPROCESSED: 'Se procesaría', UNCHANGED: 'Quedaría igual', SKIPPED: 'Se omitiría', FAILED: 'Fallaría' },
  { REPROCESSED: 'Would process', UNCHANGED: 'Would not change', SKIPPED: 'Would be skipped', FAILED: 'Would fail' },
)

/** Labels of the number of messages with each outcome, and of all. */
export const countLabels: Record<Outcome | 'ALL', string> = localize(
  { ALL: 'Todos', REPROCESSED: 'Reprocesados', UNCHANGED: 'Sin cambios', SKIPPED: 'Omitidos', FAILED: 'Fallidos' },
  { ALL: 'All', REPROCESSED: 'Reprocessed', UNCHANGED: 'Unchanged', SKIPPED: 'Skipped', FAILED: 'Failed' },
)

/** Labels of the number of messages with each outcome of a dry run, and of all. */
export const dryRunCountLabels: Record<Outcome | 'ALL', string> = localize(
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

const outcomeByRestName: Record<ReplayResponse['results'][number]['outcome'], Outcome> = {
  reprocessed: 'REPROCESSED',
  unchanged: 'UNCHANGED',
  skipped: 'SKIPPED',
  failed: 'FAILED',
}

/** Converts the results of a REST response to those of GraphQL. */
export const toReplayResults = ({ results }: ReplayResponse): ReplayResult[] =>
  results.map((result) => ({ ...result, outcome: outcomeByRestName[result.outcome] }))
