import axe from 'axe-core'
import type { Page } from 'playwright-core'

// What fades from one colour into another has neither meanwhile.
const endFading = `new Promise(requestAnimationFrame).then(() => {
  for (const animation of document.getAnimations())
    if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish()
})`

type Violation = { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] }

/** What axe holds against the page as it stands, a readable line for each place; empty where nothing is wrong. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(endFading)
  // The page's policy forbids foreign scripts; what is evaluated from outside it does not concern.
  await page.evaluate(axe.source)
  const violations = await page.evaluate<Violation[]>('axe.run().then(({ violations }) => violations)')
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${help}: ${target.join(' ')} (${inOneLine(failureSummary)})`,
    ),
  )
}

const inOneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()
