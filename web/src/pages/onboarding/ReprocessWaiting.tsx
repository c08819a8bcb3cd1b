import { useState } from 'react'
import { useRefreshOnboardings } from '../../api/trade/onboarding.ts'
import { usePermission } from '../../api/auth/session.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { localize, plural } from '../../i18n.ts'
import { ReplayDialog } from '../../replays/ReplayDialog.tsx'
import { CompactButton } from '../../ui/buttons/CompactButton.tsx'

const text = localize(
  { replay: (count: number) => plural(count, 'Reprocesar el mensaje…', `Reprocesar los ${formatInteger(count)}…`) },
  { replay: (count) => plural(count, 'Reprocess the message…', `Reprocess all ${formatInteger(count)}…`) },
)

/** Button that offers to reprocess waiting messages; empty without the permission. */
export function ReprocessButton({ count, onClick }: { count: number; onClick: () => void }) {
  const canReplay = usePermission('replay:Integration')
  return canReplay ? <CompactButton onClick={onClick}>{text.replay(count)}</CompactButton> : null
}

type DialogProps = { sinliId: string; opened: boolean; onClose: () => void }

/** Dialog that reprocesses the messages that failed because a SINLI id was not known. */
export function ReprocessDialog({ sinliId, opened, onClose }: DialogProps) {
  const refresh = useRefreshOnboardings()
  return (
    <ReplayDialog
      opened={opened}
      selection={{ status: 'failed', unknownParty: sinliId }}
      onClose={onClose}
      onDone={refresh}
    />
  )
}

/**
 * Button and dialog in one. The dialog stays mounted when the last message is reprocessed and the button disappears.
 */
export function ReprocessWaiting({ sinliId, count }: { sinliId: string; count: number }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      {count > 0 && (
        <ReprocessButton
          count={count}
          onClick={() => {
            setOpened(true)
          }}
        />
      )}
      <ReprocessDialog
        sinliId={sinliId}
        opened={opened}
        onClose={() => {
          setOpened(false)
        }}
      />
    </>
  )
}
