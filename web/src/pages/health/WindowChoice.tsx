import { SegmentedControl } from '@mantine/core'
import { words } from '../../language.ts'
import { windowOf, type Window, windows } from './windows.ts'

const text = words({ lookBack: 'Periodo' }, { lookBack: 'Period' })
const choices = windows.map(({ id, label }) => ({ value: id, label }))

/** Selects the window to look back over. */
export function WindowChoice({ window, onLook }: { window: Window; onLook: (window: Window) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={text.lookBack}
      data={choices}
      value={window.id}
      onChange={(id) => {
        onLook(windowOf(id))
      }}
    />
  )
}
