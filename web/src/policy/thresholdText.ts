import { type ThresholdName } from '../api/health/policy.ts'
import { localize } from '../i18n.ts'

/** Label and meaning of each threshold, in plain words. */
const texts: Record<ThresholdName, readonly [label: string, meaning: string]> = localize<typeof texts>(
  {
    degradedEnter: ['Errores para Degradado', 'Con esta parte de peticiones fallidas, o más, pasa a Degradado.'],
    failingEnter: ['Errores para Fallando', 'Con esta parte de peticiones fallidas, o más, pasa a Fallando.'],
    slowBudgetMs: ['Lenta a partir de', 'Una petición que tarda más que esto cuenta como lenta.'],
    slowBudget: ['Límite de lentitud', 'Aprendido sigue la latencia habitual, sin pasar de «Lenta a partir de».'],
    learnedFactor: ['Factor de lo habitual', 'Cuántas veces el p95 habitual puede durar una petición sin ser lenta.'],
    learnedFloorMs: ['Límite aprendido, como poco', 'Por debajo de esto, una petición nunca es lenta.'],
    traffic: ['Tráfico perdido', 'Aprendido: con muchas menos peticiones de lo habitual a esa hora pasa a Degradado.'],
    slowEnter: ['Lentas para Degradado', 'Con esta parte de peticiones lentas, o más, pasa a Degradado.'],
    pendingDegradedMs: ['Espera antes de Degradado', 'Tiempo que debe durar el problema antes de cambiar de estado.'],
    pendingFailingMs: ['Espera antes de Fallando', 'Tiempo que debe durar el problema antes de cambiar de estado.'],
    cleanDegradedMs: ['Tiempo limpio para salir de Degradado', 'Cuánto debe ir bien antes de volver a Operativo.'],
    cleanFailingMs: ['Tiempo limpio para salir de Fallando', 'Cuánto debe ir bien antes de dejar Fallando.'],
    degradedLeast: ['Mínimo de fallos para Degradado', 'Con menos fallos (o lentas) en la ventana no cambia.'],
    failingLeast: ['Mínimo de fallos para Fallando', 'Con menos fallos en la ventana no cambia.'],
    exitShare: ['Margen de salida', 'Se sale de un estado por debajo de esta parte de su límite de entrada.'],
    cleanGoodRun: ['Correctas seguidas para salir', 'Peticiones correctas seguidas antes de dejar un estado malo.'],
    cleanBoundFrom: [
      'Muestras para salir con confianza',
      'A partir de tantas, la salida de Degradado tiene en cuenta el margen de error.',
    ],
    shortWindowMs: [
      'Ventana corta',
      'La primera ventana que se mira; solo para Fallando y para un límite de latencia aprendido.',
    ],
    mediumWindowMs: ['Ventana media', 'La segunda ventana que se mira.'],
    longWindowMs: ['Ventana larga', 'La tercera ventana que se mira.'],
    longestWindowMs: ['Ventana máxima', 'La más larga que se mira; una hora como mucho.'],
    recentMs: ['Lo reciente', 'Cuánto atrás se mira para saber cómo va ahora mismo.'],
    recentLeast: ['Muestras de lo reciente', 'Con menos, lo reciente mira más atrás.'],
    recentMostMs: ['Lo reciente, como mucho', 'Hasta dónde puede mirar atrás.'],
    unstableDepartures: ['Salidas para ser inestable', 'Tantas salidas de Operativo lo vuelven inestable.'],
    unstableWithinMs: ['Plazo de las salidas', 'El tiempo en que se cuentan esas salidas.'],
    unstableFactor: ['Factor de inestable', 'Mientras es inestable, los tiempos limpios se multiplican por esto.'],
    freezeAfterMs: ['Congelado sin muestras', 'Sin muestras durante este tiempo, nada cuenta ni cambia.'],
    silenceGapFactor: ['Factor del silencio', 'Cuántas veces el hueco habitual entre muestras es silencio.'],
    silenceGapSamples: ['Muestras del hueco habitual', 'De cuántas muestras se calcula el hueco habitual.'],
    silenceMinMs: ['Silencio, como poco', 'Antes de este tiempo nunca se considera silencio.'],
    silenceMaxMs: ['Silencio, como mucho', 'Después de este tiempo siempre se considera silencio.'],
    silenceMeans: ['El silencio significa', 'El estado al que lleva dejar de recibir muestras.'],
    silenceIntervals: ['Intervalos sin muestra', 'Si el silencio es Fallando: cuántos intervalos pueden faltar.'],
    expectedIntervalMs: ['Intervalo esperado', 'Cada cuánto llegan muestras con horario; vacío si no lo hay.'],
    reopenWithinMs: ['Reapertura', 'Si recae antes de este tiempo, se reabre el mismo incidente.'],
    forcedGraceMs: ['Gracia tras forzar', 'Si el problema sigue tras resolver a la fuerza, abre otro incidente.'],
  },
  {
    degradedEnter: ['Errors for Degraded', 'With this share of failed requests, or more, it becomes Degraded.'],
    failingEnter: ['Errors for Failing', 'With this share of failed requests, or more, it becomes Failing.'],
    slowBudgetMs: ['Slow from', 'A request that takes longer than this counts as slow.'],
    slowBudget: ['Slowness limit', 'Learned follows the usual latency, never over “Slow from”.'],
    learnedFactor: ['Factor of the usual', 'How many times the usual p95 a request may take without being slow.'],
    learnedFloorMs: ['Learned limit, at least', 'Below this a request is never slow.'],
    traffic: ['Lost traffic', 'Learned: with far fewer requests than usual at that time it becomes Degraded.'],
    slowEnter: ['Slow ones for Degraded', 'With this share of slow requests, or more, it becomes Degraded.'],
    pendingDegradedMs: ['Wait before Degraded', 'How long the problem must last before the state changes.'],
    pendingFailingMs: ['Wait before Failing', 'How long the problem must last before the state changes.'],
    cleanDegradedMs: ['Clean time to leave Degraded', 'How long it must be well before it is Operational again.'],
    cleanFailingMs: ['Clean time to leave Failing', 'How long it must be well before it leaves Failing.'],
    degradedLeast: [
      'Least failures for Degraded',
      'With fewer failed (or slow) ones in the window it does not change.',
    ],
    failingLeast: ['Least failures for Failing', 'With fewer failed ones in the window it does not change.'],
    exitShare: ['Exit margin', 'A state is left below this part of the share to enter it.'],
    cleanGoodRun: ['Good ones in a row to leave', 'Good requests in a row before a bad state is left.'],
    cleanBoundFrom: [
      'Samples to leave with confidence',
      'From this many on, leaving Degraded takes the margin of error into account.',
    ],
    shortWindowMs: ['Short window', 'The first window looked at; for Failing and a learned latency limit only.'],
    mediumWindowMs: ['Medium window', 'The second window looked at.'],
    longWindowMs: ['Long window', 'The third window looked at.'],
    longestWindowMs: ['Longest window', 'The longest looked at; an hour at most.'],
    recentMs: ['Recently', 'How far back to look to know how it is right now.'],
    recentLeast: ['Samples of recently', 'With fewer, recently looks further back.'],
    recentMostMs: ['Recently, at most', 'How far back it may look.'],
    unstableDepartures: ['Departures to be unstable', 'This many departures from Operational make it unstable.'],
    unstableWithinMs: ['Period of the departures', 'The time within which they count.'],
    unstableFactor: ['Factor of unstable', 'While it is unstable, clean times are multiplied by this.'],
    freezeAfterMs: ['Frozen without samples', 'Without samples for this long nothing counts or changes.'],
    silenceGapFactor: ['Factor of silence', 'How many times the usual gap between samples is silence.'],
    silenceGapSamples: ['Samples of the usual gap', 'From how many samples the usual gap is computed.'],
    silenceMinMs: ['Silence, at least', 'Before this time it is never silence.'],
    silenceMaxMs: ['Silence, at most', 'After this time it is always silence.'],
    silenceMeans: ['Silence means', 'The state that missing samples lead to.'],
    silenceIntervals: ['Intervals without a sample', 'Where silence is Failing: how many intervals may be missed.'],
    expectedIntervalMs: ['Expected interval', 'How often scheduled samples arrive; empty if there is no schedule.'],
    reopenWithinMs: ['Reopening', 'If it relapses before this time, the same incident is reopened.'],
    forcedGraceMs: ['Grace after forcing', 'If the problem outlasts a forced resolution, a new incident opens.'],
  },
)

/** The label of a threshold; undefined for an unknown name. */
export const thresholdLabel = (name: string): string | undefined => byName[name]?.[0]

const byName: Partial<Record<string, readonly string[]>> = texts

/** The meaning of a threshold in a sentence. */
export const thresholdMeaning = (name: ThresholdName): string => texts[name][1]
