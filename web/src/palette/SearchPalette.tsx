import { useId, useState } from 'react'
import { Button, Modal, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { LONGEST_SEARCH } from '../api/search.ts'
import { plural, words } from '../language.ts'
import { Magnifier } from '../shell/Magnifier.tsx'
import { common } from '../ui/words.ts'
import { KeyHints } from './KeyHints.tsx'
import { optionId, Results } from './Results.tsx'
import classes from './SearchPalette.module.css'
import { type Item } from './items.ts'
import { useChoice } from './useChoice.ts'
import { useFindings } from './useFindings.ts'

type Props = {
  onClose: () => void
  /** Called when the chosen item navigates to another page. */
  onGone: () => void
  onHelp: () => void
}

const text = words(
  {
    title: 'Buscar en Vigía',
    placeholder: 'Busca o ve a…',
    found: (count: number) => plural(count, '1 resultado', `${String(count)} resultados`),
  },
  {
    title: 'Search Vigía',
    placeholder: 'Search or go to…',
    found: (count) => plural(count, '1 result', `${String(count)} results`),
  },
)

/** Command palette: search, navigation and actions from one field. The caller restores the focus. */
export function SearchPalette(props: Props) {
  const isSmall = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      returnFocus={false}
      fullScreen={isSmall}
      size={640}
      padding={0}
      yOffset="10vh"
      transitionProps={{ duration: 80, transition: 'fade' }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={text.title}>
        <Modal.Body>
          <Palette {...props} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Palette({ onClose, onGone, onHelp }: Props) {
  const list = useId()
  const [typed, setTyped] = useState('')
  const findings = useFindings({ typed, onType: setTyped, onHelp })
  const items = findings.groups.flatMap((group) => group.items)
  const choose = useChoose({ remember: findings.remember, onClose, onGone })
  const choice = useChoice({ items, isSettled: findings.isSettled, onChoose: choose, onClose })
  return (
    <>
      <div className={classes.field}>
        <Magnifier />
        <input
          type="text"
          className={classes.input}
          role="combobox"
          aria-label={text.title}
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={list}
          aria-activedescendant={choice.activeId && optionId(list, choice.activeId)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={LONGEST_SEARCH}
          placeholder={text.placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            choice.begin()
          }}
          onKeyDown={choice.onKeyDown}
          // Escape closes only the palette, not what is beneath it.
          data-mantine-stop-propagation="true"
          data-autofocus
        />
        <Button variant="subtle" size="compact-sm" className={classes.cancel} onClick={onClose}>
          {common.cancel}
        </Button>
        {!findings.isSettled && <span className={classes.busy} />}
      </div>
      <Results
        id={list}
        findings={findings}
        activeId={choice.activeId}
        onPick={choice.pick}
        onChoose={(item, anew) => {
          choose(item, anew)
        }}
      />
      <KeyHints />
      <VisuallyHidden role="status">
        {findings.isSettled && findings.q !== '' && text.found(items.length)}
      </VisuallyHidden>
    </>
  )
}

type Consequences = { remember: () => void; onClose: () => void; onGone: () => void }

function useChoose({ remember, onClose, onGone }: Consequences) {
  const { history } = useRouter()
  return (item: Item, anew: boolean) => {
    if (item.found) remember()
    if ('act' in item) {
      item.act()
      if (!item.stays) onClose()
    } else if (anew) window.open(item.href, '_blank', 'noopener')
    else {
      onGone()
      history.push(item.href)
    }
  }
}
