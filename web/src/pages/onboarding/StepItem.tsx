import { type Onboarding, type OnboardingStep } from '../../api/trade/onboarding.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { localize } from '../../i18n.ts'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { stepLabels } from './labels.ts'
import { StepActions } from './StepActions.tsx'
import classes from './StepItem.module.css'
import { describeFinding } from './stepText.ts'

const text = localize(
  {
    status: { DONE: 'Hecho', MISSING: 'Falta', WAIVED: 'Dispensado' },
    waived: (reason: string) => `Dispensado: ${reason}`,
    warnings: (codes: string) => `con avisos: ${codes}`,
  },
  {
    status: { DONE: 'Done', MISSING: 'Missing', WAIVED: 'Waived' },
    waived: (reason) => `Waived: ${reason}`,
    warnings: (codes) => `with warnings: ${codes}`,
  },
)

type Props = { step: OnboardingStep; onboarding: Onboarding }

/** One step: its status, its finding, and its button. */
export function StepItem({ step, onboarding }: Props) {
  const { key, status, waiver } = step
  return (
    <li className={classes.step} data-status={status} aria-label={stepLabels[key]}>
      <span className={classes.status}>{text.status[status]}</span>
      <div className={classes.text}>
        <h3 className={classes.name}>{stepLabels[key]}</h3>
        <p>{describeFinding(step)}</p>
        {status === 'WAIVED' && waiver && <p className={classes.waiver}>{text.waived(waiver)}</p>}
        {key === 'FIRST_MESSAGE' && <SeenDocuments seen={onboarding.seenDocuments} />}
        <Mark step={step} />
      </div>
      <StepActions step={step} onboarding={onboarding} />
    </li>
  )
}

function SeenDocuments({ seen }: { seen: Onboarding['seenDocuments'] }) {
  if (seen.length === 0) return null
  return (
    <ul className={classes.seen}>
      {seen.map(({ document, version, count, warnings }) => (
        <li key={`${document} ${version ?? ''}`}>
          <code>{[document, version].filter(Boolean).join(' ')}</code> × {formatInteger(count)}
          {warnings.length > 0 && `, ${text.warnings(warnings.join(', '))}`}
        </li>
      ))}
    </ul>
  )
}

function Mark({ step: { at, by, status, waiver } }: { step: OnboardingStep }) {
  // The waiver of a step that has been done since is outdated.
  if (!at || (waiver !== null && status === 'DONE')) return null
  return (
    <p className={classes.mark}>
      {by?.name} · <Timestamp at={at} />
    </p>
  )
}
