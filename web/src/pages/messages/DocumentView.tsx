import { type ReactNode } from 'react'
import { type SinliDocument } from '../../api/messages.ts'
import { words } from '../../language.ts'
import { Section } from '../../ui/Section.tsx'
import { FieldList } from './FieldList.tsx'
import { asFields, asRecords, type Fields } from './fields.ts'
import { LineTable } from './LineTable.tsx'
import classes from './MessagePage.module.css'
import { recordLabels } from './recordLabels.ts'
import { RecordsTable } from './RecordsTable.tsx'
import { Totals } from './Totals.tsx'

const text = words(
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
  const header = asFields(document.header)
  const { identification, ...others } = asFields(document.records)
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
          <Totals totals={asFields(document.totals)} />
        </Section>
      </div>
      <Titled title={text.lines}>
        <LineTable messageId={messageId} documentId={document.id} type={document.type} />
      </Titled>
      {Object.entries(others).map(([kind, records]) => (
        <OtherRecords key={kind} kind={kind} records={asRecords(records)} />
      ))}
      <Identification parts={asFields(identification)} />
    </div>
  )
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={classes.subtitle}>{title}</h2>
      {children}
    </section>
  )
}

function OtherRecords({ kind, records }: { kind: string; records: Fields[] }) {
  const title = recordLabels[kind] ?? kind
  if (records.length === 0) return null
  return (
    <Titled title={title}>
      <RecordsTable label={title} records={records} />
    </Titled>
  )
}

const places = ['line1', 'line2', 'subject'] as const

function Identification({ parts }: { parts: Fields }) {
  return (
    <Section title={text.identification}>
      {places.map((place) => {
        const fields = asFields(parts[place])
        return Object.keys(fields).length === 0 ? null : (
          <div key={place}>
            <h3 className={classes.minor}>{text[place]}</h3>
            <FieldList fields={fields} />
          </div>
        )
      })}
    </Section>
  )
}
