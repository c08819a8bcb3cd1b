// cspell:ignore redirección
import { inSpanish } from '../format.ts'
import type { Translated } from '../catalogue.ts'
import type { deliveriesInEnglish } from './en.ts'

/** Sentences about an attempt to deliver a message, and about a destination that takes none any more. */
export const deliveriesInSpanish: Translated<typeof deliveriesInEnglish> = {
  HOST_UNKNOWN: () => 'El nombre del servidor no existe.',
  HOST_NOT_RESOLVED: () => 'El nombre del servidor no se puede resolver ahora.',
  HOST_REFUSES: () => 'El servidor no acepta conexiones.',
  HOST_CLOSED: () => 'El servidor cerró la conexión sin responder.',
  HOST_UNREACHABLE: () => 'No se llega al servidor.',
  HOST_SILENT: ({ seconds }) => `No respondió en ${inSpanish(seconds)} s.`,
  HOST_PRIVATE: ({ host }) => `${host} es de una red privada que OUTBOUND_ALLOW no permite.`,
  HTTPS_ONLY: () => 'Solo se permite https, o http a las redes que permite OUTBOUND_ALLOW.',
  CERTIFICATE_REFUSED: ({ error }) => `No se acepta el certificado del servidor: ${error}.`,
  SENDING_FAILED: ({ error }) => `La petición falló: ${error}.`,
  ANSWER_REDIRECTS: ({ status }) => `Respondió con una redirección (${status}), que no se sigue.`,
  ANSWER_REFUSES: ({ status }) => `Respondió con el código ${status}.`,
  MAIL_NOT_TAKEN: ({ error }) => `El servidor de correo no aceptó el mensaje: ${error}.`,
  MAIL_NOT_ANSWERED: ({ seconds }) =>
    `El servidor de correo no aceptó el mensaje: no respondió en ${inSpanish(seconds)} s.`,
  RECIPIENTS_REFUSED: ({ addresses }) => `El servidor de correo rechazó: ${addresses}.`,
  SMTP_NOT_SET: () => 'En el servidor falta configurar SMTP_URL y SMTP_FROM.',
  ONLY_INCIDENTS_TAKEN: () => 'Este tipo de destino solo recibe incidentes.',
  DESTINATION_GONE: () => 'Respondió 410 Gone: ya no acepta mensajes.',
}
