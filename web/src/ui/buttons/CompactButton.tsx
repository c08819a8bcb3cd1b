import { Button } from '@mantine/core'
import classes from './CompactButton.module.css'

/** Compact button for use within a row or a line of text. */
export const CompactButton = Button.withProps({
  variant: 'default',
  size: 'compact-xs',
  classNames: { label: classes.label },
})
