import { Skeleton } from '@mantine/core'
import { localize } from '../i18n.ts'
import classes from './Results.module.css'

const SKELETON_ROWS = 5

const text = localize(
  {
    nothing: (query: string) => `Nada encontrado para «${query}»`,
    hints: [
      'Puedes buscar nombres, correos y poblaciones, con o sin acentos.',
      'También códigos, NIF e identificadores SINLI, enteros o solo el principio.',
      'Y el contenido de los mensajes: títulos, números de documento e ISBN, con o sin guiones.',
    ],
    nothingElse: (query: string) => `Nada más encontrado para «${query}».`,
  },
  {
    nothing: (query) => `Nothing found for “${query}”`,
    hints: [
      'You can search names, e-mail addresses and towns, with or without accents.',
      'Also codes, tax numbers and SINLI ids, whole or only their beginning.',
      'And the content of messages: titles, document numbers and ISBNs, with or without hyphens.',
    ],
    nothingElse: (query) => `Nothing else found for “${query}”.`,
  },
)

/** Skeleton shown until the first response of the search service. */
export function ResultsSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <div key={index} className={classes.option}>
          <Skeleton height={12} width={`${String(56 - 6 * index)}%`} />
        </div>
      ))}
    </div>
  )
}

/** Message that nothing was found. If there are no other results either, with hints on what can be searched. */
export function EmptyResults({ query, isOnlyContent }: { query: string; isOnlyContent: boolean }) {
  if (!isOnlyContent) return <p className={classes.noMore}>{text.nothingElse(query)}</p>
  return (
    <div className={classes.empty}>
      <p className={classes.emptyTitle}>{text.nothing(query)}</p>
      <ul>
        {text.hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
    </div>
  )
}
