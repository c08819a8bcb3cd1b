import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getOperationAST, OperationTypeNode, parse, type GraphQLError } from 'graphql'
import { z } from 'zod'
import type { Viewer } from '../../auth/sessions.ts'
import { boundTo, boundToMissing, type TrustedDocument } from '../../auth/tokens/bound-document.ts'
import { operationError } from '../errors.ts'

/** Output file of the build; this file is two folders deep in both `src` and `dist`. */
const built = fileURLToPath(new URL('../../../dist/web/trusted-documents.json', import.meta.url))

/** Operations of the admin application's build; the id is the SHA-256 of the text, in hexadecimal. */
export type TrustedDocuments = {
  /** Returns the text of an operation, or undefined for an unknown id. */
  textOf: (id: string) => string | undefined
  isTrusted: (text: string) => boolean
  /** The queries and subscriptions among the operations, by name. A token can be bound to one of them. */
  bindable: readonly TrustedDocument[]
}

/** Reads the operations written by the build of the admin application; empty if the application was not built. */
export function readTrustedDocuments(file: string = built): TrustedDocuments {
  const documents = new Map(Object.entries(read(file)))
  const texts = new Set(documents.values())
  const bindable = [...documents].flatMap(toBindable).sort((one, other) => (one.name < other.name ? -1 : 1))
  return { textOf: (id) => documents.get(id), isTrusted: (text) => texts.has(text), bindable }
}

function toBindable([id, text]: [id: string, text: string]): TrustedDocument[] {
  const { operation, name } = getOperationAST(parse(text)) ?? {}
  return name && operation !== OperationTypeNode.MUTATION ? [{ id, name: name.value }] : []
}

/**
 * Returns the text of an operation, or UNKNOWN_DOCUMENT, after which the client sends the text itself. If the viewer's
 * token is bound to another document, returns FORBIDDEN.
 */
export const findTrusted = (trusted: TrustedDocuments, id: string, viewer: Viewer | null): string | GraphQLError =>
  checkBoundDocument(trusted, viewer, (document) => document.id === id) ??
  trusted.textOf(id) ??
  operationError('UNKNOWN_DOCUMENT', { code: 'NO_TRUSTED_DOCUMENT', parameters: {} })

/** Returns the error if the viewer's token is bound to another document than the one sent; otherwise null. */
export function checkBoundDocument(
  { textOf }: TrustedDocuments,
  viewer: Viewer | null,
  isSent: (document: TrustedDocument, text: string) => boolean,
): GraphQLError | null {
  const document = viewer?.token?.document
  if (!document) return null
  const text = textOf(document.id)
  if (text !== undefined && isSent(document, text)) return null
  return operationError('FORBIDDEN', text === undefined ? boundToMissing(document) : boundTo(document))
}

function read(file: string): Record<string, string> {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
