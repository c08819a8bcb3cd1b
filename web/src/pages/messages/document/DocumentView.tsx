import { type ReactNode } from 'react'
import { type SinliDocument } from '../../../api/messages/messages.ts'
import { localize } from '../../../i18n.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { FieldList } from './FieldList.tsx'
import { toFields, toRecords, type RecordFields } from './fields.ts'
import { LineTable } from './LineTable.tsx'
import classes from '../MessagePage.module.css'
import { recordLabels } from './recordLabels.ts'
import { RecordsTable } from './RecordsTable.tsx'
import { Totals } from './Totals.tsx'

const text = localize(
  {
    header: 'Cabecera',
    totals: 'Totales',
    lines: 'Líneas',
    identification: 'Identificación',
    noHeader: 'El documento no trae cabecera.',
    line1: 'Línea 1',
    line2: 'Línea 2',
    subject: 'Asunto',
  },
  {
    header: 'Header',
    totals: 'Totals',
    lines: 'Lines',
    identification: 'Identification',
    noHeader: 'The document has no header.',
    line1: 'Line 1',
    line2: 'Line 2',
    subject: 'Subject',
  },
)

/** A decoded document: its header, totals, lines and other records. */
export function DocumentView({ messageId, document }: { messageId: string; document: SinliDocument }) {
  const header = toFields(document.header)
  const { identification, ...others } = toFields(document.records)
  return (
    <div className={classes.parts}>
      <div className={classes.beside}>
        <Section title={text.header}>
          {Object.keys(header).length > 0 ? (
            <FieldList fields={header} />
          ) : (
            <p className={classes.none}>{text.noHeader}</p>
          )}
        </Section>
        <Section title={text.totals}>
          <Totals totals={toFields(document.totals)} />
        </Section>
      </div>
      <TitledSection title={text.lines}>
        <LineTable messageId={messageId} documentId={document.id} type={document.type} />
      </TitledSection>
      {Object.entries(others).map(([kind, records]) => (
        <OtherRecords key={kind} kind={kind} records={toRecords(records)} />
      ))}
      <Identification parts={toFields(identification)} />
    </div>
  )
}

function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={classes.subtitle}>{title}</h2>
      {children}
    </section>
  )
}

function OtherRecords({ kind, records }: { kind: string; records: RecordFields[] }) {
  const title = recordLabels[kind] ?? kind
  if (records.length === 0) return null
  return (
    <TitledSection title={title}>
      <RecordsTable label={title} records={records} />
    </TitledSection>
  )
}

const identificationParts = ['line1', 'line2', 'subject'] as const

function Identification({ parts }: { parts: RecordFields }) {
  return (
    <Section title={text.identification}>
      {identificationParts.map((part) => {
        const fields = toFields(parts[part])
        return Object.keys(fields).length === 0 ? null : (
          <div key={part}>
            <h3 className={classes.minor}>{text[part]}</h3>
            <FieldList fields={fields} />
          </div>
        )
      })}
    </Section>
  )
}
