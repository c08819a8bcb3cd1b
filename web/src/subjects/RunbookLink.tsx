import { localize } from '../i18n.ts'

const text = localize({ newTab: 'se abre en otra pestaña' }, { newTab: 'opens in another tab' })

/** Link to the instructions for the incidents of a subject. An address that is not http or https is shown as text. */
export function RunbookLink({ url }: { url: string }) {
  if (!/^https?:\/\//iu.test(url)) return url
  return (
    <a href={url} target="_blank" rel="noreferrer" title={text.newTab}>
      {url.replace(/^https?:\/\//iu, '')}
    </a>
  )
}
