import { type CSSProperties, type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import classes from './Tooltip.module.css'

/** Position of the tooltip: right of a link of the rail, or below a button of the top bar, aligned at the right. */
type Side = 'right' | 'below'

/**
 * Tooltip of an element of the shell, shown on hover and keyboard focus, and the event handlers for that element. It is
 * positioned in the window, because the rail would cut it off. The component library's tooltip is too large for the
 * first load.
 */
export function useTooltip(label: string, side: Side, isEnabled: boolean) {
  const [place, setPlace] = useState<CSSProperties | null>(null)
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    setPlace(placeAt(side, currentTarget.getBoundingClientRect()))
  }
  const hide = () => {
    setPlace(null)
  }
  const onFocus = (event: SyntheticEvent<HTMLElement>) => {
    if ((event.target as Element).matches(':focus-visible')) show(event)
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') hide()
  }
  if (!isEnabled) return { handlers: {}, tooltip: null }
  return {
    handlers: { onMouseEnter: show, onFocus, onMouseLeave: hide, onBlur: hide, onKeyDown },
    tooltip: place && (
      <span role="tooltip" className={classes.tooltip} data-side={side} style={place}>
        {label}
      </span>
    ),
  }
}

const placeAt = (side: Side, { top, bottom, right, height }: DOMRect): CSSProperties =>
  side === 'right'
    ? { top: top + height / 2 }
    : { top: bottom + 4, right: document.documentElement.clientWidth - right }
