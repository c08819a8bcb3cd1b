/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import fc from 'fast-check'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { givenBrowser } from '../../support/browser/browser.ts'
import { hostileText } from '../../support/fuzz/hostile-values.ts'

const { openPage } = await givenBrowser()

let server: Server
let page: Page
beforeAll(async () => {
  server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(blank))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  page = await openPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(async () => {
  await page.close()
  server.close()
})

const blank = '<!doctype html><meta charset="utf-8"><p></p><pre></pre><button></button><input>'

/** Shows a text in proportional and fixed width, on a control and in a field, and returns the picture of the page. */
async function pictureOf(text: string): Promise<string> {
  await page.evaluate((shown) => {
    for (const element of document.querySelectorAll('p, pre, button')) element.textContent = shown
    for (const field of document.querySelectorAll('input')) field.value = shown
  }, text)
  return (await page.screenshot()).toString('base64')
}

test('the test browser survives text of every script', async () => {
  const everyBlock = Array.from({ length: 0x400 }, (_, block) => block * 0x100 + 0x20)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code, code + 1))

  await pictureOf(everyBlock.join(' '))
  await pictureOf('漢字 かな 한국 ﷺ ٣ אב ไทย हि 𒀀𓀀 👩‍👩‍👧‍👦 🇪🇸 ❤️ z\u0335\u0321 \ue000 \uffff \u0378')

  expect(await page.locator('p').textContent()).toContain('漢字')
})

test('the test browser survives hostile text', async () => {
  const texts = fc.sample(hostileText, 300)

  await pictureOf(texts.join('\n'))

  expect(await page.locator('p').textContent()).not.toBe('')
})

test.each(['a', 'ñ', '—', '…', '·', '€', '→', '↑', '↓', '↵', '⌘', '✓', '≤', '■', '╔'])(
  'the test browser draws %s',
  async (character) => {
    const missing = await pictureOf('\uffff')

    expect(await pictureOf(character)).not.toBe(missing)
  },
)
