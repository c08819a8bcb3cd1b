/** An option of the palette: a link to a page or an action. */
export type Item = {
  /** Unique among the displayed items. */
  id: string
  title: string
  detail?: string | undefined
  /** Its public code, or the shortcut for the same action. */
  aside?: { code: string } | { keys: readonly string[] } | undefined
  /** Set if the search service found it: it belongs to the text of that request, which may be outdated. */
  found?: true
  /** Set if its title is interface text, in which matches are not highlighted. */
  isOurs?: true
} & (
  | { href: string }
  /** `stays` keeps the palette open, for actions within it. */
  | { act: () => void; stays?: true }
)

/** Items under a common title. */
export type Group = { id: string; title: string; note?: string | undefined; items: readonly Item[] }
