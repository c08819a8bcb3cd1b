import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { GraphQLError } from 'graphql'
import { z } from 'zod'
import { operationError } from '../errors.ts'

/** Where the build puts them; this file lies two folders deep in `src` and in `dist` alike. */
const built = fileURLToPath(new URL('../../../dist/web/trusted-documents.json', import.meta.url))

/** The operations of the admin application as they were built: each by the SHA-256 of its text, in hexadecimal. */
export type TrustedDocuments = {
  /** The text of an operation by its id; undefined where there is none. */
  textOf: (id: string) => string | undefined
  isTrusted: (text: string) => boolean
}

/** Reads the operations that the build of the admin application wrote; none where it was not built. */
export function readTrustedDocuments(file: string = built): TrustedDocuments {
  const documents = new Map(Object.entries(read(file)))
  const texts = new Set(documents.values())
  return { textOf: (id) => documents.get(id), isTrusted: (text) => texts.has(text) }
}

/** The text of an operation by its id, or why there is none: then it is to be sent whole. */
export const readTrusted = ({ textOf }: TrustedDocuments, id: string): string | GraphQLError =>
  textOf(id) ??
  operationError('UNKNOWN_DOCUMENT', 'No document of this server has this id: send the text of the operation.')

function read(file: string): Record<string, string> {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
