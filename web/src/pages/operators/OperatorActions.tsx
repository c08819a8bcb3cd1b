import { useRef, useState } from 'react'
import { Menu } from '@mantine/core'
import { type Credentials, type OperatorRow } from '../../api/auth/operators.ts'
import { useSession } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { CompactButton } from '../../ui/buttons/CompactButton.tsx'
import { AllowLinking } from './AllowLinking.tsx'
import { DisableOperator, EnableOperator } from './ChangeAccess.tsx'
import { ChangeRole } from './ChangeRole.tsx'
import { OneTimePassword } from './OneTimePassword.tsx'
import { ResetPassword } from './ResetPassword.tsx'

const text = localize(
  {
    change: 'Cambiar',
    of: (name: string) => `Cambiar a ${name}`,
    role: 'Cambiar el rol…',
    reset: 'Restablecer la contraseña…',
    link: 'Permitir que se vincule…',
    disable: 'Desactivar…',
    enable: 'Activar…',
  },
  {
    change: 'Change',
    of: (name) => `Change ${name}`,
    role: 'Change role…',
    reset: 'Reset password…',
    link: 'Allow linking…',
    disable: 'Disable…',
    enable: 'Enable…',
  },
)

type OperatorAction = 'role' | 'reset' | 'link' | 'disable' | 'enable'

/** The actions on an operator; each opens a dialog first. */
export function OperatorActions({ operator }: { operator: OperatorRow }) {
  const isMe = useSession().operator.id === operator.id
  const [openAction, setOpenAction] = useState<OperatorAction>()
  const [credentials, setCredentials] = useState<Credentials>()
  const dialog = (action: OperatorAction) => ({
    operator,
    opened: openAction === action,
    onClose: () => {
      setOpenAction(undefined)
    },
  })
  return (
    <>
      <ActionMenu operator={operator} isMe={isMe} onChoose={setOpenAction} />
      <ChangeRole {...dialog('role')} isMe={isMe} />
      <DisableOperator {...dialog('disable')} isMe={isMe} />
      <EnableOperator {...dialog('enable')} />
      <AllowLinking {...dialog('link')} />
      <ResetPassword {...dialog('reset')} onReset={setCredentials} />
      <OneTimePassword
        credentials={credentials}
        onClose={() => {
          setCredentials(undefined)
        }}
      />
    </>
  )
}

type ActionMenuProps = { operator: OperatorRow; isMe: boolean; onChoose: (action: OperatorAction) => void }

function ActionMenu({ operator: { name, origin, linkable, disabledAt }, isMe, onChoose }: ActionMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const item = (action: OperatorAction) => ({
    onClick: () => {
      // The menu item disappears: the button is focused first, so that the dialog returns the focus to it.
      button.current?.focus()
      onChoose(action)
    },
  })
  return (
    // Without a portal, the menu stays within the landmarks of the page. Its position is fixed, so that the table does
    // not clip it.
    <Menu
      position="bottom-end"
      width={230}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <CompactButton ref={button} aria-label={text.of(name)}>
          {text.change}
        </CompactButton>
      </Menu.Target>
      <Menu.Dropdown>
        {/* The identity provider decides the role of its accounts. */}
        {origin !== 'IDENTITY_PROVIDER' && <Menu.Item {...item('role')}>{text.role}</Menu.Item>}
        {!isMe && <Menu.Item {...item('reset')}>{text.reset}</Menu.Item>}
        {/* The account belonged to the identity provider before it was made local. */}
        {origin === 'LOCAL' && linkable === false && <Menu.Item {...item('link')}>{text.link}</Menu.Item>}
        {disabledAt === null ? (
          <Menu.Item {...item('disable')}>{text.disable}</Menu.Item>
        ) : (
          <Menu.Item {...item('enable')}>{text.enable}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
