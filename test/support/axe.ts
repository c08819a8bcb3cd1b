import axe from 'axe-core'
import type { Page } from 'playwright-core'

// What fades from one colour into another has neither meanwhile; it may begin a frame or two after what made it fade.
const endFading = `(async () => {
  for (let still = 0; still < 3; ) {
    await new Promise(requestAnimationFrame)
    const fading = document.getAnimations().filter(
      ({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity,
    )
    for (const animation of fading) animation.finish()
    still = fading.length > 0 ? 0 : still + 1
  }
})()`

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
