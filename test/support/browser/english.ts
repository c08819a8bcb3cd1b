import type { Page } from 'playwright-core'

// Words of English sentences that no Spanish sentence of the application has.
const words = /\b(?:the|and|of|is|are|was|were|with|without|this|that|from|not|by|it|its|there|have|been|which)\b/giu

/** Finds English text on a Spanish page: in its title, its tooltips and its visible text, except code. */
export async function findEnglish(page: Page): Promise<string[]> {
  const texts = await page.evaluate(readTexts)
  return texts.filter((text) => text.match(words))
}

/** Runs in the page, which the types of this project do not know. */
function readTexts(): string[] {
  const { document, NodeFilter } = globalThis as unknown as BrowserGlobals
  const texts = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode
    if (!parentElement?.closest('code, pre, script, style')) texts.push(nodeValue ?? '')
  }
  for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]'))
    for (const name of ['title', 'aria-label', 'placeholder']) texts.push(element.getAttribute(name) ?? '')
  return texts
}

type TextNode = { parentElement: { closest: (selector: string) => unknown } | null; nodeValue: string | null }
type BrowserGlobals = {
  NodeFilter: { SHOW_TEXT: number }
  document: {
    title: string
    body: unknown
    createTreeWalker: (root: unknown, what: number) => { nextNode: () => unknown; currentNode: TextNode }
    querySelectorAll: (selector: string) => Iterable<{ getAttribute: (name: string) => string | null }>
  }
}
