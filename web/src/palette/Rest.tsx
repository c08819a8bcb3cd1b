import { Skeleton } from '@mantine/core'
import { words } from '../language.ts'
import classes from './Results.module.css'

const PLACES = 5

const text = words(
  {
    nothing: (typed: string) => `Nada encontrado para «${typed}»`,
    hints: [
      'Valen nombres, correos y poblaciones, con o sin acentos.',
      'También códigos, NIF e identificadores SINLI, enteros o solo el principio.',
      'Y lo que llevan los mensajes: títulos, números de documento e ISBN, con o sin guiones.',
    ],
    nothingElse: (typed: string) => `Nada más encontrado para «${typed}».`,
  },
  {
    nothing: (typed) => `Nothing found for «${typed}»`,
    hints: [
      'Names, e-mail addresses and towns will do, with or without accents.',
      'So will codes, tax numbers and SINLI ids, whole or only their beginning.',
      'And what messages carry: titles, document numbers and ISBNs, with or without hyphens.',
    ],
    nothingElse: (typed) => `Nothing else found for «${typed}».`,
  },
)

/** Skeleton shown until the first response of the search service. */
export function Waiting() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: PLACES }, (_, place) => (
        <div key={place} className={classes.option}>
          <Skeleton height={12} width={`${String(56 - 6 * place)}%`} />
        </div>
      ))}
    </div>
  )
}

/** Message that nothing was found, with hints on what can be searched if there are no other results. */
export function NothingFound({ typed, isAlone }: { typed: string; isAlone: boolean }) {
  if (!isAlone) return <p className={classes.nothingElse}>{text.nothingElse(typed)}</p>
  return (
    <div className={classes.nothing}>
      <p className={classes.nothingTitle}>{text.nothing(typed)}</p>
      <ul>
        {text.hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
    </div>
  )
}
