import { type MouseEvent, useEffect, useRef } from 'react'
import { words } from '../language.ts'
import { Failure } from '../ui/Failure.tsx'
import { type Group, type Item } from './items.ts'
import { Keys } from './Keys.tsx'
import { Marked } from './Marked.tsx'
import classes from './Results.module.css'
import { NothingFound, Waiting } from './Rest.tsx'
import { type useFindings } from './useFindings.ts'

type Props = {
  id: string
  findings: ReturnType<typeof useFindings>
  activeId: string | undefined
  onPick: (id: string) => void
  onChoose: (item: Item, anew: boolean) => void
}

const text = words({ list: 'Resultados' }, { list: 'Results' })

/** DOM id of an option. */
export const optionId = (list: string, item: string) => `${list}-${item}`

/** Options in groups, followed by the loading, empty or error state. */
export function Results({ id, findings, ...choosing }: Props) {
  const { q, groups, isWaiting, nothingFound, failed, retry } = findings
  return (
    <div className={classes.results}>
      {groups.length > 0 && (
        <div id={id} role="listbox" className={classes.list} aria-label={text.list}>
          {groups.map((group) => (
            <Grouped key={group.id} list={id} group={group} typed={q} {...choosing} />
          ))}
        </div>
      )}
      <div className={classes.rest}>
        {isWaiting && <Waiting />}
        {nothingFound && <NothingFound typed={q} isAlone={groups.length === 0} />}
        {failed && <Failure error={failed} onRetry={retry} />}
      </div>
    </div>
  )
}

type GroupProps = Omit<Props, 'id' | 'findings'> & { list: string; group: Group; typed: string }

function Grouped({ list, group: { id, title, note, items }, activeId, ...rest }: GroupProps) {
  const heading = `${list}-group-${id}`
  return (
    <div role="group" aria-labelledby={heading}>
      <div id={heading} className={classes.heading} aria-hidden="true">
        {title}
        {note && <span className={classes.note}>{note}</span>}
      </div>
      {items.map((item) => (
        <Option key={item.id} list={list} item={item} isActive={item.id === activeId} {...rest} />
      ))}
    </div>
  )
}

type OptionProps = Omit<GroupProps, 'group' | 'activeId'> & { item: Item; isActive: boolean }

function Option({ list, item, isActive, typed, onPick, onChoose }: OptionProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={line}
      id={optionId(list, item.id)}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      onMouseDown={keepFocus}
      onMouseMove={() => {
        if (!isActive) onPick(item.id)
      }}
      onClick={(event) => {
        onChoose(item, event.ctrlKey || event.metaKey)
      }}
    >
      <span className={classes.told}>
        <span className={classes.title} data-ours={item.isOurs}>
          {item.isOurs ? item.title : <Marked text={item.title} typed={typed} />}
        </span>
        {item.detail && (
          <span className={classes.detail}>
            <Marked text={item.detail} typed={typed} />
          </span>
        )}
      </span>
      {item.aside &&
        ('keys' in item.aside ? <Keys keys={item.aside.keys} /> : <Code code={item.aside.code} typed={typed} />)}
    </div>
  )
}

function Code({ code, typed }: { code: string; typed: string }) {
  return (
    <span className={classes.code}>
      <Marked text={code} typed={typed} />
    </span>
  )
}

// Keeps the focus in the field, so that the user can go on typing.
const keepFocus = (event: MouseEvent) => {
  event.preventDefault()
}
