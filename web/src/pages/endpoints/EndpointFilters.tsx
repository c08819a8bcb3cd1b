import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type Inventory } from '../../api/inventory.ts'
import { methods, stateLabels, states, UNKNOWN } from '../../ui/words.ts'
import classes from './EndpointFilters.module.css'
import { type Filters, NO_AREA, readFilters } from './filters.ts'

type Props = {
  areas: Inventory['areas']
  filters: Filters
  /** How many rows match; undefined while nothing is known. */
  shown: number | undefined
  onChange: (filters: Filters) => void
}

const ANY = { value: '', label: 'Todos' }
const stateChoices = [ANY, ...states.map((state) => ({ value: state, label: stateLabels[state] }))]
const methodChoices = [ANY, ...methods.map((method) => ({ value: method, label: method }))]
const criticalChoices = [ANY, { value: 'yes', label: 'Crítico' }, { value: 'no', label: 'No crítico' }]

/** Narrows the table. What is chosen stands in the URL, so that a view can be shared. */
export function EndpointFilters({ areas, filters, shown, onChange }: Props) {
  const areaChoices = [
    { value: '', label: 'Todas' },
    ...areas.map(({ id, name }) => ({ value: id, label: name })),
    { value: NO_AREA, label: 'Sin área' },
  ]
  const field = (name: keyof Filters) => ({
    size: 'xs' as const,
    labelProps: { className: classes.label },
    value: filters[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => {
      onChange(readFilters({ ...filters, [name]: event.currentTarget.value }))
    },
  })
  const filtered = Object.keys(filters).length > 0
  return (
    <form className={classes.filters} role="search" aria-label="Filtros" onSubmit={stay}>
      <TextInput {...field('q')} className={classes.text} type="search" label="Buscar" placeholder="Ruta o área" />
      <NativeSelect {...field('area')} label="Área" data={areaChoices} />
      <NativeSelect {...field('state')} label="Estado" data={stateChoices} />
      <NativeSelect {...field('method')} label="Método" data={methodChoices} />
      <NativeSelect {...field('critical')} label="Crítico" data={criticalChoices} />
      <Button
        size="xs"
        variant="subtle"
        className={classes.clear}
        data-needless={!filtered || undefined}
        onClick={() => {
          onChange({})
        }}
      >
        Limpiar
      </Button>
      <output className={classes.shown}>{inWords(shown)}</output>
    </form>
  )
}

const inWords = (shown: number | undefined) => `${shown === undefined ? UNKNOWN : String(shown)} en la tabla`

const stay = (event: { preventDefault: () => void }) => {
  event.preventDefault()
}
