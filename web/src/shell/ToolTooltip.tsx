import { type ReactNode } from 'react'
import { useTooltip } from './useTooltip.tsx'

type Props = { label: string; isDisabled: boolean; children: ReactNode }

/** Tooltip of a button of the top bar, on hover and keyboard focus. */
export function ToolTooltip({ label, isDisabled, children }: Props) {
  const { handlers, tooltip } = useTooltip(label, 'below', !isDisabled)
  return (
    <span {...handlers}>
      {children}
      {tooltip}
    </span>
  )
}
