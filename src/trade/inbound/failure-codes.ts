import type { SinliSentence } from '../../messages/sinli/sinli.ts'

/** Whether replaying a failed message can help, and when. */
export type ReplayAdvice =
  'NEVER' | 'AFTER_REGISTERING' | 'AFTER_REVIEW' | 'AFTER_AN_UPGRADE' | 'AFTER_CATALOGUE' | 'WITH_FORCE'

/** The failure codes of a message, and when a replay can help. Source: docs/sinli-inbound.md. */
export const failures = {
  ASUNTO_INVALIDO: 'NEVER',
  ADJUNTO_AUSENTE: 'NEVER',
  ADJUNTO_MULTIPLE: 'NEVER',
  REMITENTE_DESCONOCIDO: 'AFTER_REGISTERING',
  DESTINATARIO_DESCONOCIDO: 'AFTER_REGISTERING',
  IDENTIFICACION_INCOHERENTE: 'AFTER_REVIEW',
  TIPO_NO_SOPORTADO: 'AFTER_AN_UPGRADE',
  VERSION_NO_SOPORTADA: 'AFTER_AN_UPGRADE',
  REGISTRO_DESCONOCIDO: 'AFTER_AN_UPGRADE',
  LONGITUD_REGISTRO: 'NEVER',
  ARTICULO_NO_IDENTIFICADO: 'AFTER_CATALOGUE',
  DOCUMENTO_DUPLICADO: 'WITH_FORCE',
  ERROR_INTERNO: 'AFTER_AN_UPGRADE',
} as const satisfies Record<string, ReplayAdvice>

export type FailureCode = keyof typeof failures

/** The reason for a failure: the code, and the same as a sentence. */
export type Failure = { code: FailureCode; sentence: SinliSentence }

/** When a replay can help a message with this code; null for a code that is not a failure. */
export const replayHelps = (code: string | null): ReplayAdvice | null => (isFailure(code) ? failures[code] : null)

const isFailure = (code: string | null): code is FailureCode => code !== null && Object.hasOwn(failures, code)
