import { SegmentedControl } from '@mantine/core'
import { localize } from '../../i18n.ts'
import { windowById, type ChartWindow, windows } from './chartWindows.ts'

const text = localize({ lookBack: 'Periodo' }, { lookBack: 'Period' })
const choices = windows.map(({ id, label }) => ({ value: id, label }))

/** Selects the window to look back over. */
export function WindowPicker({
  window,
  onWindowChange,
}: {
  window: ChartWindow
  onWindowChange: (window: ChartWindow) => void
}) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={text.lookBack}
      data={choices}
      value={window.id}
      onChange={(id) => {
        onWindowChange(windowById(id))
      }}
    />
  )
}
