import { CopyButton } from '../buttons/CopyButton.tsx'
import classes from './ShellCommand.module.css'

type Props = {
  /** A sentence above the command that says what it does. */
  caption: string
  command: string
  /** Accessible name of the button that copies it. */
  copyLabel: string
}

/** A line for a shell or a configuration, with a button that copies it. */
export function ShellCommand({ caption, command, copyLabel }: Props) {
  return (
    <>
      <p className={classes.caption}>{caption}</p>
      <pre className={classes.command}>
        <code>{command}</code>
      </pre>
      <CopyButton value={command} label={copyLabel} />
    </>
  )
}
