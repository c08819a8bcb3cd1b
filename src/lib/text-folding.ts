/** Folds a text for search: without accents, in lower case. */
export const foldAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** Escapes a text so that a LIKE pattern matches it literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
