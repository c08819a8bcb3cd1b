import { type Policy, type ThresholdName } from '../../api/health/policy.ts'
import { localize } from '../../i18n.ts'
import { thresholdLabel, thresholdMeaning } from '../../policy/thresholdText.ts'
import { formatThreshold, mainThresholds, otherThresholds, wordThresholds } from '../../policy/thresholdUnits.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { type Column } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'

const text = localize(
  {
    title: 'Umbrales',
    only: 'Solo los administradores los cambian.',
    name: 'Umbral',
    value: 'Valor',
    default: 'Por defecto',
    meaning: 'Qué significa',
  },
  {
    title: 'Thresholds',
    only: 'Only administrators change them.',
    name: 'Threshold',
    value: 'Value',
    default: 'Default',
    meaning: 'What it means',
  },
)

const names: ThresholdName[] = [...mainThresholds, ...otherThresholds, ...wordThresholds]

/** The thresholds of a subject, for operators who may not change them. */
export function PolicyTable({ policy }: { policy: Policy }) {
  const columns: Column<ThresholdName>[] = [
    { id: 'name', title: text.name, wide: true, cell: (name) => thresholdLabel(name) ?? name },
    {
      id: 'value',
      title: text.value,
      width: 130,
      align: 'end',
      cell: (name) => formatThreshold(name, policy.effective),
    },
    {
      ...{ id: 'default', title: text.default, width: 130, align: 'end' },
      cell: (name) => formatThreshold(name, policy.default),
    },
    { id: 'meaning', title: text.meaning, wide: true, cell: thresholdMeaning },
  ]
  return (
    <Section title={text.title} aside={text.only}>
      <DataTable label={text.title} columns={columns} rows={names} getRowId={(name) => name} empty={null} />
    </Section>
  )
}
