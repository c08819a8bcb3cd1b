import { type ReplayAnswer } from '../../api/rest.ts'
import { words } from '../../language.ts'
import { showWhole } from '../../ui/numbers.ts'
import classes from './ReplayDialog.module.css'
import { Results } from './Results.tsx'

const text = words(
  {
    nothing: 'Ningún mensaje que reprocesar: no queda ninguno que cumpla lo pedido.',
    all: (all: string) => `Los ${all} mensajes se procesarían ahora.`,
    some: (some: string, all: string) => `De ${all} mensajes, ${some} se procesarían ahora.`,
    only: 'El mensaje se procesaría ahora.',
    notEven: 'El mensaje no se procesaría ahora.',
    none: (all: string) => `Ninguno de los ${all} mensajes se procesaría ahora.`,
    rehearsal: 'Es una comprobación: todavía no se ha cambiado nada.',
  },
  {
    nothing: 'There is no message to reprocess: none is left that matches.',
    all: (all) => `All ${all} messages would be processed now.`,
    some: (some, all) => `Of ${all} messages, ${some} would be processed now.`,
    only: 'The message would be processed now.',
    notEven: 'The message would not be processed now.',
    none: (all) => `None of the ${all} messages would be processed now.`,
    rehearsal: 'This was a rehearsal: nothing has been changed yet.',
  },
)

type Props = {
  answer: ReplayAnswer
  /** Whether the dry run used other options than the current ones. */
  isOutdated: boolean
}

/** The result of a dry run. */
export function Rehearsed({ answer, isOutdated }: Props) {
  return (
    <>
      <p className={classes.lead} role="status">
        <strong>{inWords(answer)}</strong> {answer.selected > 0 && text.rehearsal}
      </p>
      {answer.selected > 0 && (
        <div className={classes.results} data-outdated={isOutdated || undefined} aria-busy={isOutdated}>
          <Results answer={answer} />
        </div>
      )}
    </>
  )
}

function inWords({ selected, reprocessed }: ReplayAnswer): string {
  if (selected === 0) return text.nothing
  if (selected === 1) return reprocessed === 1 ? text.only : text.notEven
  if (reprocessed === 0) return text.none(showWhole(selected))
  return reprocessed === selected
    ? text.all(showWhole(selected))
    : text.some(showWhole(reprocessed), showWhole(selected))
}
