import { type ReplayHelps, type SinliStatus } from '../../generated/graphql.ts'
import { words } from '../../language.ts'

/** Explains each status to newcomers. */
export const statusMeanings: Record<SinliStatus, string> = words(
  {
    RECEIVED: 'Está guardado y espera su turno.',
    PROCESSING: 'Se está procesando.',
    PROCESSED: 'Su documento está guardado.',
    PROCESSED_WITH_WARNINGS: 'Su documento está guardado, pero hay algo raro en él.',
    FAILED: 'Su documento no está guardado.',
    DUPLICATE: 'Los mismos bytes ya habían llegado; no se ha hecho nada dos veces.',
    SKIPPED: 'Ya se conoce un documento más reciente, que este no sustituye.',
  },
  {
    RECEIVED: 'It is kept and waits.',
    PROCESSING: 'It is being processed.',
    PROCESSED: 'Its document is stored.',
    PROCESSED_WITH_WARNINGS: 'Its document is stored, but something about it is odd.',
    FAILED: 'Its document is not stored.',
    DUPLICATE: 'The same bytes had arrived before; nothing was done twice.',
    SKIPPED: 'A newer document is known already, which this one does not replace.',
  },
)

/** The statuses as the filter offers them, those that need attention first. */
export const statuses = [
  ...['FAILED', 'PROCESSED_WITH_WARNINGS', 'RECEIVED', 'PROCESSING'],
  ...['PROCESSED', 'DUPLICATE', 'SKIPPED'],
] as readonly SinliStatus[]

/** Sentences on whether and when reprocessing helps. */
export const helpSentences: Record<ReplayHelps, string> = words(
  {
    NEVER: 'Reprocesarlo no ayuda: el remitente tiene que enviarlo de nuevo.',
    AFTER_REGISTERING: 'Reprocesarlo ayuda en cuanto la plataforma haya dado de alta a esa parte.',
    AFTER_REVIEW:
      'Revísalo antes: el asunto y la línea 1 nombran a partes distintas. Si la línea 1 dice la verdad, reprocésalo con la opción «Forzar».',
    AFTER_AN_UPGRADE: 'Reprocesarlo ayuda cuando una versión posterior de Vigía sepa leerlo.',
    AFTER_CATALOGUE: 'Reprocesarlo ayuda en cuanto un LIBROS haya dado a conocer el artículo.',
    WITH_FORCE:
      'Reprocesarlo ayuda con la opción «Forzar»: este documento sustituye entonces al que ya se conoce con el mismo número.',
  },
  {
    NEVER: 'Reprocessing does not help: the sender has to send it again.',
    AFTER_REGISTERING: 'Reprocessing helps once the platform has registered that party.',
    AFTER_REVIEW:
      'Look at it first: its subject and its line 1 name different parties. If line 1 is right, reprocess it with the option “Force”.',
    AFTER_AN_UPGRADE: 'Reprocessing helps once a later version of Vigía can read it.',
    AFTER_CATALOGUE: 'Reprocessing helps once a LIBROS has told the article.',
    WITH_FORCE:
      'Reprocessing helps with the option “Force”: this document then replaces the one known by the same number.',
  },
)
