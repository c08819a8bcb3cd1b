import { type ReplayHelps, type SinliStatus } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { type Tone } from '../../ui/display/StatusDot.tsx'
import { keysOf } from '../../ui/labels.ts'

/** Explains each status to newcomers. */
export const statusMeanings: Record<SinliStatus, string> = localize(
  {
    RECEIVED: 'Está guardado y espera su turno.',
    PROCESSING: 'Se está procesando.',
    PROCESSED: 'Su documento está guardado.',
    PROCESSED_WITH_WARNINGS: 'Su documento está guardado, con avisos.',
    FAILED: 'Su documento no está guardado.',
    DUPLICATE: 'Los mismos bytes ya habían llegado; no se ha hecho nada dos veces.',
    SKIPPED: 'Ya hay un documento más reciente, que este no sustituye.',
  },
  {
    RECEIVED: 'It is stored and waiting.',
    PROCESSING: 'It is being processed.',
    PROCESSED: 'Its document is stored.',
    PROCESSED_WITH_WARNINGS: 'Its document is stored, with warnings.',
    FAILED: 'Its document is not stored.',
    DUPLICATE: 'The same bytes had arrived before; nothing was done twice.',
    SKIPPED: 'There is already a newer document, which this one does not replace.',
  },
)

/** Tones of the statuses, those that need attention first. */
export const statusTones: Record<SinliStatus, Tone> = {
  FAILED: 'bad',
  PROCESSED_WITH_WARNINGS: 'odd',
  RECEIVED: 'waiting',
  PROCESSING: 'waiting',
  PROCESSED: 'good',
  DUPLICATE: 'quiet',
  SKIPPED: 'quiet',
}

/** The statuses in the same order, for the filter. */
export const statuses = keysOf(statusTones)

/** Sentences that say whether and when reprocessing helps. */
export const replayHelpTexts: Record<ReplayHelps, string> = localize(
  {
    NEVER: 'Reprocesarlo no ayuda: el remitente tiene que enviarlo de nuevo.',
    AFTER_REGISTERING: 'Reprocesarlo ayuda en cuanto la plataforma haya dado de alta a esa parte.',
    AFTER_REVIEW:
      'Revísalo antes: el asunto y la línea 1 nombran a partes distintas. Si la línea 1 es la correcta, reprocésalo con la opción «Forzar».',
    AFTER_AN_UPGRADE: 'Reprocesarlo ayuda cuando una versión posterior de Vigía sepa leerlo.',
    AFTER_CATALOGUE: 'Reprocesarlo ayuda en cuanto llegue un LIBROS con el artículo.',
    WITH_FORCE:
      'Reprocesarlo ayuda con la opción «Forzar»: este documento sustituye entonces al anterior con el mismo número.',
  },
  {
    NEVER: 'Reprocessing does not help: the sender has to send it again.',
    AFTER_REGISTERING: 'Reprocessing helps once the platform has registered that party.',
    AFTER_REVIEW:
      'Check it first: its subject and its line 1 name different parties. If line 1 is right, reprocess it with the option “Force”.',
    AFTER_AN_UPGRADE: 'Reprocessing helps once a later version of Vigía can read it.',
    AFTER_CATALOGUE: 'Reprocessing helps once a LIBROS with the article arrives.',
    WITH_FORCE:
      'Reprocessing helps with the option “Force”: this document then replaces the earlier one with the same number.',
  },
)
