import { localize } from '../../i18n.ts'

/** Explains each code for which a message fails or is set aside. */
const failures = localize(
  {
    REMITENTE_DESCONOCIDO: 'El remitente no está dado de alta.',
    DESTINATARIO_DESCONOCIDO: 'El destinatario no está dado de alta.',
    ARTICULO_NO_IDENTIFICADO: 'Un artículo no tiene ISBN, EAN ni referencia.',
    DOCUMENTO_DUPLICADO: 'El mismo documento ya había llegado con otro contenido.',
    DUPLICADO_EXACTO: 'Los mismos bytes ya habían llegado.',
    IDENTIFICACION_INCOHERENTE: 'El asunto y la línea 1 nombran a partes distintas.',
    ASUNTO_INVALIDO: 'El asunto no es de SINLI.',
    ADJUNTO_AUSENTE: 'No trae ningún adjunto de texto.',
    ADJUNTO_MULTIPLE: 'Trae varios adjuntos de texto en vez de uno.',
    LONGITUD_REGISTRO: 'El fichero está vacío o ninguna línea se puede leer.',
    REGISTRO_DESCONOCIDO: 'Hay un tipo de registro que este documento no tiene.',
    TIPO_NO_SOPORTADO: 'Vigía no sabe leer este tipo de documento.',
    VERSION_NO_SOPORTADA: 'La versión es más nueva que las que Vigía conoce.',
    ERROR_INTERNO: 'Un error de Vigía ha impedido procesarlo.',
  },
  {
    REMITENTE_DESCONOCIDO: 'The sender is not registered.',
    DESTINATARIO_DESCONOCIDO: 'The receiver is not registered.',
    ARTICULO_NO_IDENTIFICADO: 'An article has no ISBN, no EAN and no reference.',
    DOCUMENTO_DUPLICADO: 'The same document had arrived before with other content.',
    DUPLICADO_EXACTO: 'The same bytes had arrived before.',
    IDENTIFICACION_INCOHERENTE: 'The subject and line 1 name different parties.',
    ASUNTO_INVALIDO: 'The subject is not one of SINLI.',
    ADJUNTO_AUSENTE: 'There is no text attachment.',
    ADJUNTO_MULTIPLE: 'There are several text attachments instead of one.',
    LONGITUD_REGISTRO: 'The file is empty, or no line could be read.',
    REGISTRO_DESCONOCIDO: 'There is a type of record that this document does not have.',
    TIPO_NO_SOPORTADO: 'Vigía cannot read this type of document.',
    VERSION_NO_SOPORTADA: 'The version is newer than those Vigía knows.',
    ERROR_INTERNO: 'An error in Vigía prevented it from being processed.',
  },
)

/** Explains each warning about a document that is stored nevertheless. */
const warnings = localize(
  {
    CABECERA_AUSENTE: 'Falta la cabecera.',
    CABECERA_REPETIDA: 'La cabecera está repetida.',
    CAMPO_ILEGIBLE: 'Un campo no se puede leer y queda en blanco.',
    CAMPO_VACIO: 'Un campo obligatorio está en blanco.',
    CODIFICACION_UTF16: 'El fichero está escrito en UTF-16.',
    CODIFICACION_UTF8: 'El fichero está escrito en UTF-8.',
    DESTINATARIO_AUSENTE: 'La línea 1 no nombra al destinatario.',
    DOCUMENTO_INCOHERENTE: 'Las identificaciones nombran documentos distintos.',
    EAN_INVALIDO: 'El dígito de control de un EAN está mal.',
    EMISOR_AUSENTE: 'La línea 1 no nombra al remitente.',
    IDENTIFICACION_INCOMPLETA: 'Falta la línea 1 o la línea 2.',
    ISBN_INVALIDO: 'El dígito de control de un ISBN está mal.',
    LINEA_ILEGIBLE: 'Una línea no se puede leer y se ha dejado fuera.',
    RECUENTO_NO_CUADRA: 'La línea 1 anuncia otro número de registros.',
    REGISTRO_CORTO: 'Un registro es más corto que su versión.',
    REGISTRO_DESPLAZADO: 'A un registro le faltan campos y los siguientes están antes; se ha leído así.',
    REGISTRO_LARGO: 'Un registro es más largo de lo previsto.',
    SEPARADOR_DECIMAL: 'Un importe lleva escrito el separador decimal.',
    SIN_LINEAS: 'El documento no tiene líneas.',
    TEXTO_ESCAPADO: 'Unas letras escapadas desplazan una línea, que se ha dejado fuera.',
    TEXTO_REPARADO: 'Una línea con letras escapadas se ha reparado.',
    TOTALES_NO_CUADRAN: 'Los totales no cuadran con las líneas.',
    VARIAS_CABECERAS: 'Hay varias cabeceras distintas.',
    VERSION_INCOHERENTE: 'Las identificaciones nombran versiones distintas.',
    VERSION_PARCIAL: 'De esta versión solo se conocen los campos comunes.',
    VERSION_SEGUN_LONGITUD: 'Se ha leído como otra versión, según la longitud de sus líneas.',
  },
  {
    CABECERA_AUSENTE: 'There is no header.',
    CABECERA_REPETIDA: 'The header is repeated.',
    CAMPO_ILEGIBLE: 'A field cannot be read and is left blank.',
    CAMPO_VACIO: 'A required field is blank.',
    CODIFICACION_UTF16: 'The file is written in UTF-16.',
    CODIFICACION_UTF8: 'The file is written in UTF-8.',
    DESTINATARIO_AUSENTE: 'Line 1 does not name the receiver.',
    DOCUMENTO_INCOHERENTE: 'The identifications name different documents.',
    EAN_INVALIDO: 'The check digit of an EAN is wrong.',
    EMISOR_AUSENTE: 'Line 1 does not name the sender.',
    IDENTIFICACION_INCOMPLETA: 'Line 1 or line 2 is missing.',
    ISBN_INVALIDO: 'The check digit of an ISBN is wrong.',
    LINEA_ILEGIBLE: 'A line cannot be read and was left out.',
    RECUENTO_NO_CUADRA: 'Line 1 states another number of records.',
    REGISTRO_CORTO: 'A record is shorter than its version.',
    REGISTRO_DESPLAZADO: 'Fields are missing in a record and those after them stand earlier; it was read like that.',
    REGISTRO_LARGO: 'A record is longer than its layout.',
    SEPARADOR_DECIMAL: 'An amount has its decimal separator written.',
    SIN_LINEAS: 'The document has no lines.',
    TEXTO_ESCAPADO: 'Escaped letters shift a line, which was left out.',
    TEXTO_REPARADO: 'A line with escaped letters was repaired.',
    TOTALES_NO_CUADRAN: 'The totals do not agree with the lines.',
    VARIAS_CABECERAS: 'There are several different headers.',
    VERSION_INCOHERENTE: 'The identifications name different versions.',
    VERSION_PARCIAL: 'Only the fields that all versions share are known.',
    VERSION_SEGUN_LONGITUD: 'It was read as another version, by the length of its lines.',
  },
)

const explanations: Partial<Record<string, string>> = { ...warnings, ...failures }

/** The codes of failures and of warnings, as the filter offers them. */
export const codeGroups = {
  failures: Object.keys(failures),
  warnings: Object.keys(warnings),
} as const

/** Explains a code in a sentence; for an unknown code, returns the code itself. */
export const explainCode = (code: string): string => explanations[code] ?? code
