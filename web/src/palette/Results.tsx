import { type MouseEvent, useEffect, useRef } from 'react'
import { localize } from '../i18n.ts'
import { LoadError } from '../ui/feedback/LoadError.tsx'
import { type PaletteGroup, type PaletteItem } from './paletteItem.ts'
import { Keys } from './Keys.tsx'
import { Highlight } from './Highlight.tsx'
import classes from './Results.module.css'
import { EmptyResults, ResultsSkeleton } from './EmptyResults.tsx'
import { type useSearchResults } from './useSearchResults.ts'

type Props = {
  id: string
  results: ReturnType<typeof useSearchResults>
  activeId: string | undefined
  onActivate: (id: string) => void
  onChoose: (item: PaletteItem, inNewTab: boolean) => void
}

const text = localize({ list: 'Resultados' }, { list: 'Results' })

/** DOM id of an option. */
export const optionId = (list: string, item: string) => `${list}-${item}`

/** Options in groups, followed by the loading, empty or error state. */
export function Results({ id, results, ...handlers }: Props) {
  const { q, groups, isWaiting, isEmpty, searchError, retry } = results
  return (
    <div className={classes.results}>
      {groups.length > 0 && (
        <div id={id} role="listbox" className={classes.list} aria-label={text.list}>
          {groups.map((group) => (
            <ResultGroup key={group.id} list={id} group={group} query={q} {...handlers} />
          ))}
        </div>
      )}
      <div className={classes.status}>
        {isWaiting && <ResultsSkeleton />}
        {isEmpty && <EmptyResults query={q} isOnlyContent={groups.length === 0} />}
        {searchError && <LoadError error={searchError} onRetry={retry} />}
      </div>
    </div>
  )
}

type GroupProps = Omit<Props, 'id' | 'results'> & { list: string; group: PaletteGroup; query: string }

function ResultGroup({ list, group: { id, title, note, items }, activeId, ...handlers }: GroupProps) {
  const heading = `${list}-group-${id}`
  return (
    <div role="group" aria-labelledby={heading}>
      <div id={heading} className={classes.heading} aria-hidden="true">
        {title}
        {note && <span className={classes.note}>{note}</span>}
      </div>
      {items.map((item) => (
        <Option key={item.id} list={list} item={item} isActive={item.id === activeId} {...handlers} />
      ))}
    </div>
  )
}

type OptionProps = Omit<GroupProps, 'group' | 'activeId'> & { item: PaletteItem; isActive: boolean }

function Option({ list, item, isActive, query, onActivate, onChoose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={element}
      id={optionId(list, item.id)}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      onMouseDown={keepFocus}
      onMouseMove={() => {
        if (!isActive) onActivate(item.id)
      }}
      onClick={(event) => {
        onChoose(item, event.ctrlKey || event.metaKey)
      }}
    >
      <span className={classes.description}>
        <span className={classes.title} data-interface={item.isInterfaceText}>
          {item.isInterfaceText ? item.title : <Highlight text={item.title} query={query} />}
        </span>
        {item.detail && (
          <span className={classes.detail}>
            <Highlight text={item.detail} query={query} />
          </span>
        )}
      </span>
      {item.aside &&
        ('keys' in item.aside ? <Keys keys={item.aside.keys} /> : <Code code={item.aside.code} query={query} />)}
    </div>
  )
}

function Code({ code, query }: { code: string; query: string }) {
  return (
    <span className={classes.code}>
      <Highlight text={code} query={query} />
    </span>
  )
}

// Keeps the focus in the field, so that the user can go on typing.
const keepFocus = (event: MouseEvent) => {
  event.preventDefault()
}
