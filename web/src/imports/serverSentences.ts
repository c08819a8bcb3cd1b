import { translateSentence, type TranslatedSentence } from '../ui/translateSentence.ts'

/** Sentences of the server about the endpoints of a service; `$1` is what it quotes. */
const sentences: readonly TranslatedSentence[] = [
  [/^(.+) belongs to Vigía itself \(.+\)\.$/u, '$1 es de la propia Vigía.'],
  [/^(.+) belongs to the service (.+)\.$/u, '$1 es del servicio $2.'],
  [/^(.+) belongs to (.+)\.$/u, '$1 es de $2.'],
  [
    /^(.+) takes the same requests as (.+) of Vigía itself \(.+\)\.$/u,
    '$1 atiende las mismas peticiones que $2, de la propia Vigía.',
  ],
  [
    /^(.+) takes the same requests as (.+) of the service (.+)\.$/u,
    '$1 atiende las mismas peticiones que $2, del servicio $3.',
  ],
  [/^(.+) takes the same requests as (.+)\.$/u, '$1 atiende las mismas peticiones que $2.'],
  [/^(.+) is there twice\.$/u, '$1 está dos veces.'],
  [/^A service has at most (\d+) endpoints; these are (\d+)\.$/u, 'Un servicio tiene $1 endpoints como mucho; son $2.'],
  [/^The path (.+) does not begin with (.+)\.$/u, 'La ruta $1 no empieza por $2.'],
  [/^The path does not begin with (.+)\.$/u, 'La ruta no empieza por $1.'],
  [/^The path (.+) has more than (\d+) characters\.$/u, 'La ruta $1 tiene más de $2 caracteres.'],
  [/^The path (.+) has an empty segment\.$/u, 'La ruta $1 tiene un tramo vacío.'],
  [
    /^The path (.+) has a parameter that is only a part of the segment (.+), or whose name .+$/u,
    'La ruta $1 tiene un parámetro que es solo una parte del tramo $2, o con un nombre que no es de letras, cifras, «_», «.» y «-».',
  ],
  [
    /^The path (.+) has the segment (.+), which is not a path of a URL: .+$/u,
    'La ruta $1 tiene el tramo $2, que no es válido en una dirección web: hay que codificarlo con «%».',
  ],
  [/^There is no area (.+?)\. There are (.+)\.$/u, 'No hay ningún área $1. Hay: $2.'],
  [/^Endpoints have the methods (.+)\.$/u, 'Los endpoints tienen los métodos $1.'],
  [
    /^None of the operations is an endpoint of the back office\. (.+?): .+$/u,
    'Ninguna operación es del back office; la primera es $1. Si delante de las rutas va un servidor, indícalo en «servers».',
  ],
  [/^x-vigia-area must be .+$/u, '«x-vigia-area» debe ser el identificador o el nombre de un área, o null.'],
  [/^x-vigia-critical must be .+$/u, '«x-vigia-critical» debe ser true o false.'],
  [/^security must be a list of objects\.$/u, '«security» debe ser una lista de objetos.'],
  [/^The "url" of a server must be a text\.$/u, 'La «url» de un servidor debe ser un texto.'],
  [/^The server (.+) has a variable without a default\.$/u, 'El servidor $1 tiene una variable sin valor por omisión.'],
  [/^The server (.+) is not a URL\.$/u, 'El servidor $1 no es una dirección web.'],
  [/^must be an object$/u, 'debe ser un objeto'],
  [
    /^must be an OpenAPI document of version 3\.0 or 3\.1, in JSON; this one is of (.+)$/u,
    'debe ser un documento OpenAPI de la versión 3.0 o 3.1; este es de la $1',
  ],
  [/^must be an OpenAPI document.*$/u, 'debe ser un documento OpenAPI de la versión 3.0 o 3.1, en JSON'],
  [/^refers to something that is not in this document$/u, 'hace referencia a algo que no está en este documento'],
]

/** A sentence of the server in the language of the page; one of another release stays English. */
export const toPageLanguage = (sentence: string): string => translateSentence(sentences, sentence) ?? sentence
