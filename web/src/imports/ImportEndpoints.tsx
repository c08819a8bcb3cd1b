import { useState } from 'react'
import { Button } from '@mantine/core'
import { usePermission } from '../api/auth/session.ts'
import { localize } from '../i18n.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { ImportSteps } from './ImportSteps.tsx'

const text = localize(
  { open: 'Importar OpenAPI…', title: 'Importar los endpoints de un servicio' },
  { open: 'Import OpenAPI…', title: 'Import the endpoints of a service' },
)

/** Button and dialog that import the endpoints of a service; empty without the permission. */
export function ImportEndpoints({ service = '' }: { service?: string }) {
  const [opened, setOpened] = useState(false)
  const [count, setCount] = useState(0)
  if (!usePermission('manage:Subject')) return null
  const close = () => {
    setOpened(false)
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          // A new key, so that each import begins with an empty form.
          setCount(count + 1)
          setOpened(true)
        }}
      >
        {text.open}
      </Button>
      <Dialog opened={opened} onClose={close} title={text.title} isWide>
        <ImportSteps key={count} service={service} onClose={close} />
      </Dialog>
    </>
  )
}
