import { useRef, useState } from 'react'
import { Menu } from '@mantine/core'
import { type Credentials, type OperatorRow } from '../../api/operators.ts'
import { useSession } from '../../api/session.ts'
import { words } from '../../language.ts'
import { QuietButton } from '../../ui/QuietButton.tsx'
import { Disable, Enable } from './ChangeAccess.tsx'
import { ChangeRole } from './ChangeRole.tsx'
import { OneTimePassword } from './OneTimePassword.tsx'
import { ResetPassword } from './ResetPassword.tsx'

const text = words(
  {
    change: 'Cambiar',
    of: (name: string) => `Cambiar a ${name}`,
    role: 'Cambiar el rol…',
    reset: 'Restablecer la contraseña…',
    disable: 'Desactivar…',
    enable: 'Activar…',
  },
  {
    change: 'Change',
    of: (name) => `Change ${name}`,
    role: 'Change role…',
    reset: 'Reset password…',
    disable: 'Disable…',
    enable: 'Enable…',
  },
)

type Asked = 'role' | 'reset' | 'disable' | 'enable'

/** The actions on an operator; each opens a dialog first. */
export function OperatorActions({ operator }: { operator: OperatorRow }) {
  const isMe = useSession().operator.id === operator.id
  const [asked, setAsked] = useState<Asked>()
  const [told, setTold] = useState<Credentials>()
  const dialog = (which: Asked) => ({
    operator,
    opened: asked === which,
    onClose: () => {
      setAsked(undefined)
    },
  })
  return (
    <>
      <Choices operator={operator} isMe={isMe} onAsk={setAsked} />
      <ChangeRole {...dialog('role')} isMe={isMe} />
      <Disable {...dialog('disable')} isMe={isMe} />
      <Enable {...dialog('enable')} />
      <ResetPassword {...dialog('reset')} onTold={setTold} />
      <OneTimePassword
        credentials={told}
        onClose={() => {
          setTold(undefined)
        }}
      />
    </>
  )
}

type ChoicesProps = { operator: OperatorRow; isMe: boolean; onAsk: (asked: Asked) => void }

function Choices({ operator: { name, disabledAt }, isMe, onAsk }: ChoicesProps) {
  const button = useRef<HTMLButtonElement>(null)
  const choice = (which: Asked) => ({
    onClick: () => {
      // The menu item disappears, so focus the button: the dialog returns the focus to it.
      button.current?.focus()
      onAsk(which)
    },
  })
  return (
    // No portal, to stay within the page's landmarks; fixed, so that the table does not clip the menu.
    <Menu
      position="bottom-end"
      width={230}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <QuietButton ref={button} aria-label={text.of(name)}>
          {text.change}
        </QuietButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item {...choice('role')}>{text.role}</Menu.Item>
        {!isMe && <Menu.Item {...choice('reset')}>{text.reset}</Menu.Item>}
        {disabledAt === null ? (
          <Menu.Item {...choice('disable')}>{text.disable}</Menu.Item>
        ) : (
          <Menu.Item {...choice('enable')}>{text.enable}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
