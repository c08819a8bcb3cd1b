import axe from 'axe-core'
import type { Page } from 'playwright-core'

// Finishes transitions, because colors in between have no defined contrast. One may begin a frame or two after its
// cause.
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

/** The accessibility violations of the current page, one readable line per element; empty if there are none. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(endFading)
  // The page's CSP forbids foreign scripts but does not apply to scripts evaluated through the browser.
  await page.evaluate(axe.source)
  const violations = await page.evaluate<Violation[]>('axe.run().then(({ violations }) => violations)')
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${help}: ${target.join(' ')} (${inOneLine(failureSummary)})`,
    ),
  )
}

const inOneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()
