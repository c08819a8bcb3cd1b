import { useId } from 'react'
import { Button, type ButtonProps } from '@mantine/core'
import classes from './HintedButton.module.css'

type Props = ButtonProps & {
  type?: 'submit' | 'button'
  onClick?: () => void
  /** Hint about missing input, shown beside the button. The button is disabled while there is a hint. */
  missing: string | false | undefined
  /** Id of a sentence that describes the action. */
  descriptionId?: string
}

/** Button that says which input is missing while it is disabled. */
export function HintedButton({ missing, descriptionId, type = 'submit', ...props }: Props) {
  const id = useId()
  const descriptionIds = [descriptionId, missing && id].filter(Boolean).join(' ')
  return (
    <>
      <Button type={type} {...props} disabled={Boolean(missing)} aria-describedby={descriptionIds || undefined} />
      {missing && (
        <span id={id} className={classes.missing}>
          {missing}
        </span>
      )}
    </>
  )
}
