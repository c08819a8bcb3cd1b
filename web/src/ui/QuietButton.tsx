import { Button } from '@mantine/core'
import classes from './QuietButton.module.css'

/** A small button that stands beside what it is about, in a row or a line of text. */
export const QuietButton = Button.withProps({
  variant: 'default',
  size: 'compact-xs',
  classNames: { label: classes.label },
})
