import { SegmentedControl } from '@mantine/core'
import { type Policy, type PolicyProblem, type ThresholdName } from '../../api/health/policy.ts'
import { localize } from '../../i18n.ts'
import { thresholdLabel, thresholdMeaning } from '../../policy/thresholdText.ts'
import {
  mainThresholds,
  type NumericThreshold,
  otherThresholds,
  wordLabels,
  type WordThreshold,
  wordThresholds,
} from '../../policy/thresholdUnits.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { type Draft, isUnreadable, problemOf, valueOf } from './draft.ts'
import { problemText, unreadableText } from './problemText.ts'
import { ThresholdField } from './ThresholdField.tsx'
import classes from './ThresholdForm.module.css'

const text = localize({ title: 'Umbrales', more: 'Más umbrales' }, { title: 'Thresholds', more: 'More thresholds' })

type Props = { policy: Policy; draft: Draft; problems: readonly PolicyProblem[]; onChange: (draft: Draft) => void }

/** All thresholds of a subject: first the most used ones, the others on request. */
export function ThresholdForm({ policy, draft, problems, onChange }: Props) {
  const field = (name: NumericThreshold) => (
    <ThresholdField
      key={name}
      name={name}
      policy={policy}
      value={valueOf(name, draft, policy)}
      error={errorOf(name, draft, problems)}
      onChange={(value) => {
        onChange({ ...draft, [name]: value })
      }}
    />
  )
  const choice = { policy, draft, problems, onChange }
  const hasHiddenProblem = otherThresholds.some((name) => errorOf(name, draft, problems))
  return (
    <Section title={text.title}>
      <div className={classes.fields}>{mainThresholds.map(field)}</div>
      <details className={classes.more} open={hasHiddenProblem || undefined}>
        <summary className={classes.summary}>{text.more}</summary>
        <div className={classes.fields}>
          {otherThresholds.map(field)}
          {wordThresholds.map((name) => (
            <Choice key={name} name={name} {...choice} />
          ))}
        </div>
      </details>
    </Section>
  )
}

type ChoiceProps = Props & { name: WordThreshold }

/** Field for a threshold whose value is one of a few words. */
function Choice({ name, policy, draft, problems, onChange }: ChoiceProps) {
  const label = thresholdLabel(name)
  const error = errorOf(name, draft, problems)
  return (
    <div className={classes.choice}>
      <span className={classes.label}>{label}</span>
      <span className={classes.meaning}>{thresholdMeaning(name)}</span>
      <SegmentedControl
        size="xs"
        aria-label={label}
        data={Object.entries(wordLabels[name]).map(([value, text]) => ({ value, label: text }))}
        value={valueOf(name, draft, policy)}
        onChange={(value) => {
          onChange({ ...draft, [name]: value })
        }}
      />
      {error && <span className={classes.error}>{error}</span>}
    </div>
  )
}

function errorOf(name: ThresholdName, draft: Draft, problems: readonly PolicyProblem[]): string | undefined {
  const value = draft[name]
  if (value !== undefined && isUnreadable(name, value)) return unreadableText(name, Number(value))
  const problem = problemOf(name, problems)
  return problem && problemText(name, problem)
}
