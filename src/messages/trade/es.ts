import { inSpanish } from '../format.ts'
import { quoteAll, stageInSpanish, stepInSpanish } from '../words.ts'
import type { Translated } from '../catalogue.ts'
import type { tradeInEnglish } from './en.ts'

const stagesIn = (stages: readonly string[]) => quoteAll(stages.map(stageInSpanish))
const stepsIn = (steps: readonly string[]) => quoteAll(steps.map(stepInSpanish))

/** Sentences about libraries and their onboarding, customers, messages and replays. */
export const tradeInSpanish: Translated<typeof tradeInEnglish> = {
  NO_CUSTOMER: ({ id }) => `No existe el cliente ${id}.`,
  SINLI_ID_OF_OTHER: ({ sinliId }) => `El identificador SINLI ${sinliId} es de otra librería.`,
  KEY_RESERVED: ({ key }) =>
    `El identificador ${key} está reservado para la propia Vigía: no puede empezar por service_, destination_ ni heartbeat_, ni ser telemetry ni telemetry_reception.`,
  LOCK_IN_FUTURE: () => '«lockedAt» está en el futuro: revisa el reloj de quien lo envía.',
  SIGN_IN_IN_FUTURE: () => 'Este inicio de sesión está en el futuro: revisa el reloj de quien lo envía.',
  LIBRARIES_CHANGED: () => 'Otra petición ha cambiado entretanto alguna de estas librerías: repite el lote.',

  NO_MESSAGES: ({ ids, more }) =>
    `${ids.length + more > 1 ? 'No existen los mensajes' : 'No existe el mensaje'} ${ids.join(', ')}${more > 0 ? ` (ni otros ${inSpanish(more)})` : ''}.`,
  MESSAGE_IDS_TOO_MANY: ({ max }) => `Se pueden pedir ${inSpanish(max)} mensajes por su identificador como mucho.`,
  MESSAGES_NOT_NAMED: () => 'Indica qué mensajes: con «messageIds» o con «failed», y no con ambos.',
  MESSAGES_NONE: () => 'Indica al menos un mensaje: «messageIds» está vacío.',
  MESSAGES_TOO_MANY: ({ max, count }) => `${inSpanish(max)} mensajes de una vez como mucho; son ${inSpanish(count)}.`,
  KEY_OF_OTHER_REPLAY: () => 'Esta Idempotency-Key se usó para otra petición: usa una nueva.',
  REPLAY_OF_OTHER_RUNS: () => 'Otro reproceso de esta integración está en curso. Vuelve a probar cuando termine.',
  REPLAY_RUNS: () => 'Este reproceso sigue en curso. Vuelve a preguntar más tarde, con la misma Idempotency-Key.',

  ONBOARDING_NOT_REQUESTED: ({ stage }) =>
    `Esta librería está en «${stageInSpanish(stage)}»: solo se puede empezar una que esté en «${stageInSpanish('SOLICITADA')}».`,
  STEPS_MISSING: ({ steps }) =>
    `Esta librería no puede pasar aún a «${stageInSpanish('ACTIVA')}»: antes hay que completar o dispensar ${stepsIn(steps)}.`,
  STAGE_NOT_NEXT: ({ from, to, stages }) =>
    `Una librería no puede pasar de «${stageInSpanish(from)}» a «${stageInSpanish(to)}». Puede pasar a ${stagesIn(stages)}.`,
  STAGE_LAST: ({ from, to }) =>
    `Una librería no puede pasar de «${stageInSpanish(from)}» a «${stageInSpanish(to)}». Ya no cambia de fase.`,
  STEP_OF_DATA: ({ step, steps }) =>
    `«${stepInSpanish(step)}» se sabe por los datos: a mano solo se marcan ${stepsIn(steps)}.`,
  STEP_DONE: ({ step }) => `El paso «${stepInSpanish(step)}» ya está hecho.`,
  STEPS_FINAL: ({ stage }) => `Esta librería está en «${stageInSpanish(stage)}»: sus pasos ya no cambian.`,
  EMAIL_NOT_TOLD: () => 'La plataforma no ha enviado ningún correo válido de esta librería.',
  NO_RESPONSIBLE: () => 'No hay ningún operador activo con este identificador.',
}
