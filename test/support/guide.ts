import { readFile } from 'node:fs/promises'

/** The code blocks of a page in `docs/`, by language, in order. */
export async function readGuide(page: string): Promise<(language: string) => string[]> {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/^```(\S+)\n([\s\S]*?)^```$/gm)]
  return (language) => blocks.filter(([, of]) => of === language).map(([, , code = '']) => code)
}
