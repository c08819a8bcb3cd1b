import { type DestinationWithSecret } from '../../../api/incidents/destinations.ts'
import { localize } from '../../../i18n.ts'
import { OneTimeSecret } from '../../../ui/dialogs/OneTimeSecret.tsx'

const text = localize(
  {
    title: (name: string) => `Secreto de firma de ${name}`,
    label: 'Secreto de firma',
    copy: 'Copiar el secreto de firma',
    advice: 'El programa que recibe los mensajes lo necesita para comprobar su firma.',
  },
  {
    title: (name) => `Signing secret of ${name}`,
    label: 'Signing secret',
    copy: 'Copy the signing secret',
    advice: 'The program that receives the messages needs it to verify their signature.',
  },
)

type Props = { created: DestinationWithSecret | undefined; onClose: () => void }

/** Shows the signing secret of a webhook once; empty for destinations without one. */
export function SigningSecret({ created, onClose }: Props) {
  const secret = created?.secret ?? undefined
  return (
    <OneTimeSecret
      onClose={onClose}
      secret={
        created && secret !== undefined
          ? {
              title: text.title(created.destination.name),
              value: secret,
              label: text.label,
              copyLabel: text.copy,
              advice: text.advice,
            }
          : undefined
      }
    />
  )
}
