import { Checkbox, NativeSelect } from '@mantine/core'
import { localize } from '../../../../i18n.ts'
import classes from './DestinationForm.module.css'
import { type DestinationDraft } from './destinationDraft.ts'
import { formatHour } from '../formatHour.ts'

const text = localize(
  {
    resolved: 'Avisar también cuando se resuelve',
    language: 'Idioma',
    languages: { es: 'Español', en: 'Inglés' },
    digest: 'Resumen diario',
    noDigest: 'No enviar',
  },
  {
    resolved: 'Also tell when it is resolved',
    language: 'Language',
    languages: { es: 'Spanish', en: 'English' },
    digest: 'Daily digest',
    noDigest: 'Do not send',
  },
)

const hours = Array.from({ length: 24 }, (_, hour) => hour)

type Props = { draft: DestinationDraft; onChange: (fields: Partial<DestinationDraft>) => void }

/** Fields for the messages of a destination: language, resolutions and daily digest. */
export function MessageFields({ draft, onChange }: Props) {
  return (
    <>
      <Checkbox
        size="sm"
        label={text.resolved}
        checked={draft.tellsResolved}
        onChange={(event) => {
          onChange({ tellsResolved: event.currentTarget.checked })
        }}
      />
      <div className={classes.times}>
        <NativeSelect
          label={text.language}
          data={Object.entries(text.languages).map(([value, label]) => ({ value, label }))}
          value={draft.language}
          onChange={({ currentTarget }) => {
            onChange({ language: currentTarget.value })
          }}
        />
        <NativeSelect
          label={text.digest}
          data={[
            { value: '', label: text.noDigest },
            ...hours.map((hour) => ({ value: String(hour), label: formatHour(hour, draft.digestZone) })),
          ]}
          value={draft.digestHour === null ? '' : String(draft.digestHour)}
          onChange={({ currentTarget: { value } }) => {
            onChange({ digestHour: value === '' ? null : Number(value) })
          }}
        />
      </div>
    </>
  )
}
