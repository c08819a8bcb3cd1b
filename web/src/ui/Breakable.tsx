import { Fragment } from 'react'

/** A text that may hold a path, and then breaks, where it must, after a slash. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=\/)/u).map((step, index) => (
    // A path's steps never change places.
    <Fragment key={index}>
      {step}
      <wbr />
    </Fragment>
  ))
}
