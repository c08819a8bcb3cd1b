import { useId, useState } from 'react'
import { Button, Modal, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { MAX_SEARCH_LENGTH } from '../api/search.ts'
import { plural, localize } from '../i18n.ts'
import { SearchIcon } from '../shell/search/SearchIcon.tsx'
import { commonLabels } from '../ui/labels.ts'
import { KeyHints } from './KeyHints.tsx'
import { optionId, Results } from './Results.tsx'
import classes from './SearchPalette.module.css'
import { type PaletteItem } from './paletteItem.ts'
import { useListbox } from './useListbox.ts'
import { useSearchResults } from './useSearchResults.ts'

type Props = {
  onClose: () => void
  /** Called when the chosen item navigates to another page. */
  onNavigate: () => void
  onHelp: () => void
}

const text = localize(
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

function Palette({ onClose, onNavigate, onHelp }: Props) {
  const list = useId()
  const [query, setQuery] = useState('')
  const results = useSearchResults({ query, onType: setQuery, onHelp })
  const items = results.groups.flatMap((group) => group.items)
  const choose = useChoose({ saveSearch: results.saveSearch, onClose, onNavigate })
  const listbox = useListbox({ items, isSettled: results.isSettled, onChoose: choose, onClose })
  return (
    <>
      <div className={classes.field}>
        <SearchIcon />
        <input
          type="text"
          className={classes.input}
          role="combobox"
          aria-label={text.title}
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={list}
          aria-activedescendant={listbox.activeId && optionId(list, listbox.activeId)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder={text.placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            listbox.reset()
          }}
          onKeyDown={listbox.onKeyDown}
          // Escape closes only the palette, not the dialog beneath it.
          data-mantine-stop-propagation="true"
          data-autofocus
        />
        <Button variant="subtle" size="compact-sm" className={classes.cancel} onClick={onClose}>
          {commonLabels.cancel}
        </Button>
        {!results.isSettled && <span className={classes.busy} />}
      </div>
      <Results
        id={list}
        results={results}
        activeId={listbox.activeId}
        onActivate={listbox.activate}
        onChoose={(item, inNewTab) => {
          choose(item, inNewTab)
        }}
      />
      <KeyHints />
      <VisuallyHidden role="status">{results.isSettled && results.q !== '' && text.found(items.length)}</VisuallyHidden>
    </>
  )
}

type ChooseOptions = { saveSearch: () => void; onClose: () => void; onNavigate: () => void }

function useChoose({ saveSearch, onClose, onNavigate }: ChooseOptions) {
  const { history } = useRouter()
  return (item: PaletteItem, inNewTab: boolean) => {
    if (item.isHit) saveSearch()
    if ('run' in item) {
      item.run()
      if (!item.keepsOpen) onClose()
    } else if (inNewTab) window.open(item.href, '_blank', 'noopener')
    else {
      onNavigate()
      history.push(item.href)
    }
  }
}
