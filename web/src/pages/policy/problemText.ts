import { type PolicyProblem, type ThresholdName } from '../../api/health/policy.ts'
import { localize } from '../../i18n.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { thresholdLabel } from '../../policy/thresholdText.ts'
import { MAX_WHOLE } from './draft.ts'

const text = localize(
  {
    invalid: 'Los umbrales no encajan entre sí.',
    missing: 'Escribe un número.',
    percent: 'Entre 0 % (sin llegar) y 100 %.',
    window: 'Múltiplo de 10 s; una hora como mucho.',
    count: 'Un número entero, 1 o más.',
    gapSamples: 'Un número entero, 2 o más.',
    factor: '1 o más.',
    tooLarge: (max: string) => `Un número entero, ${max} como mucho.`,
    interval: 'Más de 0, o vacío.',
    duration: '0 o más.',
    windows: 'Las ventanas van de menor a mayor: corta, media, larga y máxima.',
    atMost: (one: string, other: string) => `«${one}» no puede superar «${other}».`,
    schedule: 'Si el silencio significa Fallando, hace falta el intervalo esperado.',
    rhythm: 'Cada cuánto informa un servicio se indica en su página, no aquí.',
  },
  {
    invalid: 'The thresholds contradict each other.',
    missing: 'Enter a number.',
    percent: 'Over 0% and up to 100%.',
    window: 'A multiple of 10 s; an hour at most.',
    count: 'A whole number, 1 or more.',
    gapSamples: 'A whole number, 2 or more.',
    factor: '1 or more.',
    tooLarge: (max) => `A whole number, ${max} at most.`,
    interval: 'Over 0, or empty.',
    duration: '0 or more.',
    windows: 'The windows go from short to long: short, medium, long, longest.',
    atMost: (one, other) => `“${one}” cannot exceed “${other}”.`,
    schedule: 'Where silence means Failing, the expected interval is needed.',
    rhythm: 'How often a service reports is stated on its page, not here.',
  },
)

const windows: readonly string[] = ['shortWindowMs', 'mediumWindowMs', 'longWindowMs', 'longestWindowMs']
const windowLike: readonly string[] = [...windows, 'recentMs', 'recentMostMs']
const ratios: readonly string[] = ['degradedEnter', 'failingEnter', 'slowEnter', 'exitShare']
const factors: readonly string[] = ['unstableFactor', 'learnedFactor', 'silenceGapFactor', 'silenceIntervals']

/** The reason why a threshold is refused: the bounds of its number, or the relation between several thresholds. */
export function problemText(name: ThresholdName, { fields }: PolicyProblem): string {
  if (fields.length === 1) return boundsText(name)
  if (fields.every((field) => windows.includes(field))) return text.windows
  if (fields.includes('silenceMeans')) return text.schedule
  const [one, other] = fields.map((field) => thresholdLabel(field))
  return one && other ? text.atMost(one, other) : text.invalid
}

/** The reason why the server cannot read the number of a threshold. */
export function unreadableText(name: ThresholdName, value: number): string {
  if (Number.isNaN(value)) return text.missing
  return value > MAX_WHOLE && !windowLike.includes(name) ? text.tooLarge(formatInteger(MAX_WHOLE)) : boundsText(name)
}

function boundsText(name: ThresholdName): string {
  if (ratios.includes(name)) return text.percent
  if (windowLike.includes(name)) return text.window
  if (factors.includes(name)) return text.factor
  if (name === 'silenceGapSamples') return text.gapSamples
  if (name === 'silenceMeans') return text.rhythm
  if (name === 'expectedIntervalMs') return text.interval
  return name.endsWith('Ms') ? text.duration : text.count
}
