import { useState } from 'react'
import { FieldList } from './FieldList.tsx'
import { toFields } from './fields.ts'
import classes from './LineTable.module.css'

type Props = { summary: string; fields: unknown }

/** A summary of a line that expands to all its fields, including blank ones. */
export function LineDetails({ summary, fields }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
      }}
    >
      <summary className={classes.summary}>{summary}</summary>
      {isOpen && (
        <div className={classes.fields}>
          <FieldList fields={toFields(fields)} includesBlank />
        </div>
      )}
    </details>
  )
}
