import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { GraphQLError } from 'graphql'
import { z } from 'zod'
import { operationError } from '../errors.ts'

/** Output file of the build; this file is two folders deep in both `src` and `dist`. */
const built = fileURLToPath(new URL('../../../dist/web/trusted-documents.json', import.meta.url))

/** Operations of the admin application's build; the id is the SHA-256 of the text, in hexadecimal. */
export type TrustedDocuments = {
  /** Returns the text of an operation, or undefined for an unknown id. */
  textOf: (id: string) => string | undefined
  isTrusted: (text: string) => boolean
}

/** Reads the operations written by the build of the admin application; none if it was not built. */
export function readTrustedDocuments(file: string = built): TrustedDocuments {
  const documents = new Map(Object.entries(read(file)))
  const texts = new Set(documents.values())
  return { textOf: (id) => documents.get(id), isTrusted: (text) => texts.has(text) }
}

/** Returns the text of an operation, or UNKNOWN_DOCUMENT: the client then sends the text itself. */
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
