import { abono } from './abono.ts'
import { campre } from './campre.ts'
import { cegald } from './cegald.ts'
import { cegalv } from './cegalv.ts'
import { devolu } from './devolu.ts'
import { envio } from './envio.ts'
import { estado } from './estado.ts'
import { factul } from './factul.ts'
import { type DocumentLayouts, type VersionLayout } from './layout.ts'
import { libros } from './libros.ts'
import { mensaj } from './mensaj.ts'
import { pedido } from './pedido.ts'
import { valped } from './valped.ts'

const documents = {
  PEDIDO: pedido,
  ENVIO: envio,
  DEVOLU: devolu,
  ABONO: abono,
  FACTUL: factul,
  CAMPRE: campre,
  ESTADO: estado,
  MENSAJ: mensaj,
  VALPED: valped,
  CEGALD: cegald,
  CEGALV: cegalv,
  LIBROS: libros,
} satisfies Record<string, DocumentLayouts>

/** The document types that can be decoded. */
export type DocumentType = keyof typeof documents

/** The layouts of a document type; undefined if it is not supported. */
export function findDocument(document: string | null): DocumentLayouts | undefined {
  return isDocumentType(document) ? documents[document] : undefined
}

/** The layout for a version: the newest one that is not newer than the version. */
export function layoutOf(document: DocumentLayouts, version: number): VersionLayout | undefined {
  return document.layouts.findLast(({ from }) => from <= version)
}

/** Whether documents of this type can be decoded. */
export function isDocumentType(document: string | null): document is DocumentType {
  return document !== null && Object.hasOwn(documents, document)
}
