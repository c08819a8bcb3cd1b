import { inSpanish } from '../format.ts'
import { roleInSpanish } from '../words.ts'
import type { Translated } from '../catalogue.ts'
import type { accessInEnglish } from './en.ts'

/** Sentences about who may do what: sessions, operators, passwords and tokens. */
export const accessInSpanish: Translated<typeof accessInEnglish> = {
  SESSION_NEEDED: () => 'Inicia sesión primero: hace falta una sesión.',
  SESSION_NEEDED_NOT_TOKEN: () => 'Ninguna clave permite esto: hace falta una sesión.',
  ROLE_LACKS_PERMISSION: ({ role, permission }) =>
    `El rol ${roleInSpanish(role)} no permite esto: hace falta el permiso ${permission}.`,
  TOKEN_LACKS_SCOPE: ({ permission }) => `La clave no permite esto: le falta el permiso ${permission}.`,
  NO_TOKEN_HAS_PERMISSION: ({ permission }) =>
    `Ninguna clave permite esto: hacen falta el permiso ${permission} y una sesión.`,
  ROLE_LACKS_PERMISSION_FOR_FIELD: ({ role, permission, field }) =>
    `El rol ${roleInSpanish(role)} no permite ${field}: hace falta el permiso ${permission}.`,
  TOKEN_LACKS_SCOPE_FOR_FIELD: ({ permission, field }) =>
    `La clave no permite ${field}: le falta el permiso ${permission}.`,
  NO_TOKEN_HAS_PERMISSION_FOR_FIELD: ({ permission, field }) =>
    `Ninguna clave permite ${field}: hacen falta el permiso ${permission} y una sesión.`,
  FIELD_OF_NOBODY: ({ field }) => `Nadie puede pedir ${field}: nada dice quién puede.`,
  TOKEN_OF_ONE_DOCUMENT: ({ document }) => `La clave solo permite el documento ${document}.`,
  TOKEN_OF_MISSING_DOCUMENT: ({ document }) =>
    `La clave solo permite el documento ${document}, que esta versión no tiene: crea otra clave.`,
  TOKEN_IS_PERSONAL: () => 'Una clave personal no sirve para la API de ingesta: hace falta la de un servicio.',
  INGEST_TOKEN_NOT_SET: () =>
    'Hace falta la clave de un servicio: Authorization: Bearer. INGEST_TOKEN no está configurado.',
  SERVICE_TOKEN_NEEDED: () => 'Hace falta la clave de un servicio, o la de INGEST_TOKEN: Authorization: Bearer.',

  CREDENTIALS_WRONG: () => 'El correo o la contraseña no son correctos.',
  SIGN_INS_TOO_MANY: () => 'Hay demasiadas personas iniciando sesión ahora mismo. Vuelve a probar en un momento.',
  SIGN_INS_FAILED: () => 'Demasiados inicios de sesión fallidos. Espera antes de volver a probar.',
  SIGN_IN_NOT_BEGUN: () =>
    'Este inicio de sesión no empezó en este navegador, tardó más de diez minutos o ya terminó. Empieza de nuevo.',
  PROVIDER_REFUSES: ({ error }) => `El proveedor de identidad no te ha dejado entrar: ${error}.`,
  PROVIDER_NOT_VERIFIED: () => 'La respuesta del proveedor de identidad no se ha podido comprobar. Empieza de nuevo.',
  PROVIDER_SILENT: () => 'El proveedor de identidad no responde en este momento.',
  ROLE_NOT_GIVEN: ({ claim }) =>
    `Tu cuenta del proveedor de identidad no tiene ningún rol aquí: ningún valor del claim ${claim} lo da.`,
  ACCOUNT_CHANGED: () => 'Tu cuenta ha cambiado al mismo tiempo. Vuelve a entrar.',
  ACCOUNT_DISABLED: () => 'Tu cuenta está desactivada. Un administrador puede activarla.',
  EMAIL_NOT_VERIFIED: () =>
    'El proveedor de identidad no envía un correo tuyo verificado (claims email y email_verified).',
  EMAIL_OF_OTHER_ACCOUNT: () =>
    'Otra cuenta tiene tu correo y no se puede vincular contigo. Pregunta a un administrador.',
  ACCOUNT_MADE_LOCAL: () =>
    'Un administrador hizo local tu cuenta. Entra con su contraseña o pide a un administrador que permita vincularla de nuevo.',
  ACCOUNT_LAST_ADMINISTRATOR: () => 'Tu cuenta es el último administrador con contraseña y tiene que seguir siéndolo.',
  LOGOUT_TOKEN_USED: () => 'El token de cierre de sesión ya se usó.',
  LOGOUT_TOKEN_INVALID: ({ reason }) => `El token de cierre de sesión no es válido: ${reason}.`,
  LOGOUT_OF_OTHER_ISSUER: () => 'El token de cierre de sesión no es válido: es de otro emisor.',
  LOGOUT_WITHOUT_EVENT: () => 'El token de cierre de sesión no es válido: no lleva ningún cierre de sesión.',
  LOGOUT_WITH_NONCE: () => 'El token de cierre de sesión no es válido: lleva un nonce, como los tokens de identidad.',
  LOGOUT_WITHOUT_ID: () => 'El token de cierre de sesión no es válido: no lleva jti.',
  LOGOUT_OF_NOBODY: () => 'El token de cierre de sesión no es válido: no lleva ni sub ni sid.',

  PASSWORD_TOO_SHORT: ({ min, count }) =>
    `Una contraseña tiene ${inSpanish(min)} caracteres como mínimo; esta tiene ${inSpanish(count)}.`,
  PASSWORD_TOO_LONG: ({ max, count }) =>
    `Una contraseña tiene ${inSpanish(max)} caracteres como mucho; esta tiene ${inSpanish(count)}.`,
  PASSWORD_IS_EMAIL: () => 'La contraseña no puede ser el correo: lo conoce todo el mundo.',
  PASSWORD_SAME: () => 'La contraseña nueva tiene que ser otra.',
  PASSWORD_WRONG: () => 'La contraseña actual no es correcta.',
  PASSWORD_CHANGED: () => 'Entretanto has cambiado tu contraseña, o la ha cambiado un administrador.',
  PASSWORD_OF_PROVIDER: () => 'Inicias sesión con el proveedor de identidad: él guarda tu contraseña.',
  PASSWORD_IS_OWN: () => 'Tu propia contraseña la cambias tú, con la que tienes ahora.',
  EMAIL_INVALID: ({ max }) => `No es un correo de ${inSpanish(max)} caracteres como mucho.`,
  EMAIL_TAKEN: ({ email }) => `Ya hay un operador con el correo ${email}.`,
  NAME_INVALID: ({ max }) => `Un nombre tiene entre 1 y ${inSpanish(max)} caracteres, ninguno de control.`,
  NO_OPERATOR: ({ id }) => `No existe el operador ${id}.`,
  NO_SESSION: () => 'No tienes esa sesión, o ya ha terminado.',
  ADMINISTRATOR_LAST: ({ name }) => `${name} es el último administrador con contraseña: nombra antes a otro.`,
  ROLE_OF_PROVIDER: ({ name }) => `El proveedor de identidad decide el rol de ${name}, en cada inicio de sesión.`,

  NO_TOKEN: () => 'No existe esa clave.',
  SCOPES_UNKNOWN: ({ scopes, existing }) => `Esta clave no admite estos permisos: ${scopes}. Admite ${existing}.`,
  SCOPES_MISSING: ({ existing }) => `Una clave tiene al menos un permiso: ${existing}.`,
  SCOPES_BEYOND_ROLE: ({ role, scopes }) =>
    `El rol ${roleInSpanish(role)} no tiene ${scopes}: una clave no permite más que su rol.`,
  TOKEN_DAYS_INVALID: ({ max }) => `Una clave dura entre 1 y ${inSpanish(max)} días enteros.`,
  TOKENS_TOO_MANY: ({ count }) => `Tienes ${inSpanish(count)} claves, y nadie puede tener más: revoca antes una.`,
  INTERVAL_INVALID: ({ min, max }) =>
    `Un servicio informa cada cierto número entero de segundos, entre ${inSpanish(min)} y ${inSpanish(max)} (366 días), o sin un ritmo fijo.`,
  DOCUMENT_OF_SERVICE_TOKEN: () => 'Solo una clave personal se puede limitar a un documento.',
  NO_DOCUMENT: () => 'Ninguna consulta ni suscripción de la aplicación tiene este identificador.',
  PART_OF_SERVICE_TOKEN: () => 'Solo la clave de un servicio tiene esto.',
  NO_TOKEN_TO_REPLACE: () => 'No hay ninguna clave de un servicio con este identificador que no esté revocada.',
}
