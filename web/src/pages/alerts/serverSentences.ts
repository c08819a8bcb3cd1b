// cspell:ignore redirección
import { translateSentence, type TranslatedSentence } from '../../ui/translateSentence.ts'

/** Sentences of the server about a target, a failed attempt or a disabled destination; `$1` is what it quotes. */
const sentences: readonly TranslatedSentence[] = [
  [/^The name of the host does not exist\.$/u, 'El nombre del servidor no existe.'],
  [/^The name of the host cannot be resolved at present\.$/u, 'El nombre del servidor no se puede resolver ahora.'],
  [/^The host refuses connections\.$/u, 'El servidor no acepta conexiones.'],
  [/^The host closed the connection without an answer\.$/u, 'El servidor cerró la conexión sin responder.'],
  [/^The host cannot be reached\.$/u, 'No se llega al servidor.'],
  [/^No answer within (.+) s\.$/u, 'No respondió en $1 s.'],
  [/^(.+) has a private address, which OUTBOUND_ALLOW .+$/u, '$1 es de una red privada que OUTBOUND_ALLOW no permite.'],
  [/^Only https is allowed, .+$/u, 'Solo se permite https, o http a las redes que permite OUTBOUND_ALLOW.'],
  [/^The certificate or TLS of the host is not accepted: (.+)$/su, 'No se acepta el certificado del servidor: $1'],
  [/^The request failed: (.+)$/su, 'La petición falló: $1'],
  [/^The mail server did not take the message: (.+)$/su, 'El servidor de correo no aceptó el mensaje: $1'],
  [/^The mail server refused: (.+)$/su, 'El servidor de correo rechazó: $1'],
  [
    /^The answer is a redirect \((\d+)\), which is not followed\.$/u,
    'Respondió con una redirección ($1), que no se sigue.',
  ],
  [/^The answer is (\d+)\.$/u, 'Respondió con el código $1.'],
  [/^Set SMTP_URL and SMTP_FROM and restart: .+$/u, 'En el servidor falta configurar SMTP_URL y SMTP_FROM.'],
  [/^This type of destination takes messages about incidents only\.$/u, 'Este tipo de destino solo recibe incidentes.'],
  [/^Say where the messages go: .+$/u, 'Indica un solo lugar al que enviar los mensajes.'],
  [/^This is not a URL of at most (\d+) characters\.$/u, 'No es una dirección web de $1 caracteres como mucho.'],
  [
    /^The URL begins with https\. .+$/u,
    'La dirección empieza por https://; con http, solo a las redes de OUTBOUND_ALLOW.',
  ],
  [/^The URL has neither a user, .+$/u, 'La dirección no puede llevar usuario, contraseña ni fragmento (#).'],
  [/^(.+) is a private address\. OUTBOUND_ALLOW .+$/u, '$1 es de una red privada que OUTBOUND_ALLOW no permite.'],
  [/^A signing secret is whsec_ .+$/u, 'El secreto de firma es whsec_ y de 24 a 64 bytes en base64.'],
  [/^An e-mail goes to 1 to (\d+) addresses; these are (\d+)\.$/u, 'Un correo va a entre 1 y $1 direcciones; son $2.'],
  [/^(.+) is not an e-mail address\.$/u, '$1 no es una dirección de correo.'],
  [
    /^This is not a routing key of PagerDuty, .+$/u,
    'No es una clave de integración de PagerDuty: tiene 32 letras y cifras.',
  ],
  [/^The destination answered 410 Gone: .+$/u, 'Respondió 410 Gone: ya no acepta mensajes.'],
]

/** A sentence of the server in the language of the page; in Spanish, `unknown` stands for one of another release. */
export const toPageLanguage = (sentence: string, unknown = sentence): string =>
  translateSentence(sentences, sentence) ?? unknown
