import { Modal, Switch } from '@mantine/core'
import { localize } from '../i18n.ts'
import { useNavigationPages } from '../shell/navigation/navigation.ts'
import { searchKeys, usePlainKeys } from '../shell/shortcuts.ts'
import { pageTitles } from '../pageTitles.ts'
import { commonLabels } from '../ui/labels.ts'
import { Keys } from './Keys.tsx'
import classes from './ShortcutsDialog.module.css'

const text = localize(
  {
    title: 'Atajos de teclado',
    search: 'Buscar',
    or: 'o',
    then: 'luego',
    go: (page: string) => `Ir a ${page}`,
    help: 'Estos atajos',
    plain: 'Atajos sin Ctrl ni ⌘',
    plainHint: 'Desactívalos si dictas por voz o si tu teclado los pulsa sin querer.',
  },
  {
    title: 'Keyboard shortcuts',
    search: 'Search',
    or: 'or',
    then: 'then',
    go: (page) => `Go to ${page}`,
    help: 'These shortcuts',
    plain: 'Shortcuts without Ctrl or ⌘',
    plainHint: 'Switch them off if you dictate, or if your keyboard presses them unintentionally.',
  },
)

/** Lists the global keyboard shortcuts, with a switch to disable those without Ctrl or ⌘. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [plainKeys, setPlainKeys] = usePlainKeys()
  return (
    <Modal.Root
      opened
      onClose={onClose}
      returnFocus={false}
      size={420}
      transitionProps={{ duration: 80, transition: 'fade' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          {/* Mantine's own header would be a second banner landmark. */}
          <div className={classes.head}>
            <Modal.Title className={classes.title}>{text.title}</Modal.Title>
            <Modal.CloseButton aria-label={commonLabels.close} />
          </div>
          <ShortcutList />
          <Switch
            mt="md"
            size="sm"
            label={text.plain}
            description={text.plainHint}
            classNames={{ description: classes.hint }}
            checked={plainKeys}
            onChange={(event) => {
              setPlainKeys(event.currentTarget.checked)
            }}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function ShortcutList() {
  const pages = useNavigationPages()
  return (
    <dl className={classes.list}>
      <div className={classes.line}>
        <dt>{text.search}</dt>
        <dd>
          <Keys keys={searchKeys} /> {text.or} <Keys keys={['/']} />
        </dd>
      </div>
      {pages.map(({ key, page }) => (
        <div key={key} className={classes.line}>
          <dt>{text.go(pageTitles[page])}</dt>
          <dd>
            <Keys keys={['g']} /> {text.then} <Keys keys={[key]} />
          </dd>
        </div>
      ))}
      <div className={classes.line}>
        <dt>{text.help}</dt>
        <dd>
          <Keys keys={['?']} />
        </dd>
      </div>
    </dl>
  )
}
