import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { isLongRun } from '../extent.ts'

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

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }

/**
 * The accessibility violations of the current page on a desktop in the light theme, and whether a phone is too narrow
 * for it; in a long run, the violations in both themes on both. One readable line each; empty if there are none.
 */
export async function flawsOf(page: Page): Promise<string[]> {
  const flaws: string[] = []
  for (const colorScheme of isLongRun ? (['dark', 'light'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size)
      const found = isLongRun || size === desktop ? await axeViolations(page) : []
      if (await isTooWide(page)) found.push('The page scrolls sideways.')
      flaws.push(...found.map((flaw) => `${colorScheme}, ${size.width} px wide: ${flaw}`))
    }
    await page.setViewportSize(desktop)
  }
  return flaws
}

const isTooWide = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')

async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(endFading)
  // The page's CSP forbids foreign scripts but does not apply to scripts evaluated through the browser.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source)
  const violations = await page.evaluate<Violation[]>(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id}: ${help}: ${target.join(' ')} (${inOneLine(failureSummary)})`,
    ),
  )
}

const inOneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()
