import { localize } from '../i18n.ts'
import { ShellCommand } from '../ui/display/ShellCommand.tsx'

const text = localize(
  { example: 'Ejemplo, con la clave en la variable VIGIA_TOKEN:', copy: 'Copiar el ejemplo' },
  { example: 'Example, with the token in the variable VIGIA_TOKEN:', copy: 'Copy the example' },
)

/** A command that shows how to use a token, without containing the token itself. */
export function TokenExample({ command }: { command: string }) {
  return <ShellCommand caption={text.example} command={command} copyLabel={text.copy} />
}
