/** An option of the palette: a link to a page or an action. */
export type PaletteItem = {
  /** Unique among the displayed items. */
  id: string
  title: string
  detail?: string | undefined
  /** The item's public code, or the shortcut for the same action. */
  aside?: { code: string } | { keys: readonly string[] } | undefined
  /** Set if the search service found the item. It then belongs to the text of that request, which may be outdated. */
  isHit?: true
  /** Set if the title is interface text, in which matches are not highlighted. */
  isInterfaceText?: true
} & (
  | { href: string }
  /** `keepsOpen` keeps the palette open, for actions within it. */
  | { run: () => void; keepsOpen?: true }
)

/** Items under a common title. */
export type PaletteGroup = { id: string; title: string; note?: string | undefined; items: readonly PaletteItem[] }
