import { Fragment } from 'react'

/** Text that may contain a path and can wrap after each slash. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=\/)/u).map((step, index) => (
    // The segments are never reordered, so the index is a stable key.
    <Fragment key={index}>
      {step}
      <wbr />
    </Fragment>
  ))
}
