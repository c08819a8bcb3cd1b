/** Something that can be chosen: a page to go to, or a deed to do. */
export type Item = {
  /** Tells it from all others that are shown. */
  id: string
  title: string
  detail?: string | undefined
  /** What it is called by outside, or the keys that do the same. */
  aside?: { code: string } | { keys: readonly string[] } | undefined
  /** Whether it was found by the service and hence belongs to what was typed when it was asked. */
  found?: true
  /** Its title is in our words, in which nothing is marked. */
  isOurs?: true
} & (
  | { href: string }
  /** It stays open where what it does is done within the palette. */
  | { act: () => void; stays?: true }
)

/** Items of one sort under a title. */
export type Group = { id: string; title: string; note?: string | undefined; items: readonly Item[] }
