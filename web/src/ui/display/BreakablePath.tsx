import { Fragment } from 'react'

/** Text that may contain a path and can wrap after each slash. */
export function BreakablePath({ text }: { text: string }) {
  return text.split(/(?<=\/)/u).map((segment, index) => (
    // The segments are never reordered, so the index is a stable key.
    <Fragment key={index}>
      {segment}
      <wbr />
    </Fragment>
  ))
}
