import { type HeartbeatWithSecret } from '../api/health/heartbeats.ts'
import { localize } from '../i18n.ts'
import { OneTimeSecret } from '../ui/dialogs/OneTimeSecret.tsx'
import { ShellCommand } from '../ui/display/ShellCommand.tsx'
import { crontabLine } from './cronExample.ts'

const text = localize(
  {
    title: (name: string) => `Dirección de «${name}»`,
    address: 'Dirección',
    copy: 'Copiar la dirección',
    advice: 'Quien la conoce puede avisar en nombre de la tarea.',
    line: 'Línea para el crontab. Cambia la hora y la orden por las de tu tarea:',
    copyLine: 'Copiar la línea',
  },
  {
    title: (name) => `Address of “${name}”`,
    address: 'Address',
    copy: 'Copy the address',
    advice: 'Whoever knows it can report in the name of the job.',
    line: 'Line for the crontab. Change the time and the command to those of your job:',
    copyLine: 'Copy the line',
  },
)

const DAY_SECONDS = 86_400

type Props = { created: HeartbeatWithSecret | undefined; onClose: () => void }

/** Shows the address of a heartbeat once, with the line for the crontab. */
export function HeartbeatSecret({ created, onClose }: Props) {
  return (
    <OneTimeSecret secret={created && describeSecret(created)} onClose={onClose}>
      {created && <CrontabLine created={created} />}
    </OneTimeSecret>
  )
}

const addressOf = ({ secret }: HeartbeatWithSecret) => `${location.origin}/ingest/v1/heartbeats/${secret}`

const describeSecret = (created: HeartbeatWithSecret) => ({
  title: text.title(created.heartbeat.integration.name),
  value: addressOf(created),
  label: text.address,
  copyLabel: text.copy,
  advice: text.advice,
})

function CrontabLine({ created }: { created: HeartbeatWithSecret }) {
  const line = crontabLine(created.heartbeat.intervalSeconds ?? DAY_SECONDS, addressOf(created))
  return <ShellCommand caption={text.line} command={line} copyLabel={text.copyLine} />
}
