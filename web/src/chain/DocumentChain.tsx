import { useDocumentChain, type Chain, type ChainDocument } from '../api/messages/chain.ts'
import { localize } from '../i18n.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { LoadError } from '../ui/feedback/LoadError.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { ChainDiagram } from './ChainDiagram.tsx'
import { ChainLines } from './ChainLines.tsx'
import classes from './DocumentChain.module.css'

const text = localize(
  {
    title: 'Cadena de documentos',
    lines: 'Artículos',
    between: (sender: string, receiver: string) => `Entre ${sender} y ${receiver}`,
    truncated: 'Hay más documentos o líneas: solo se muestran los más cercanos, y las cantidades son las suyas.',
    missing: 'El documento ya no está guardado',
    hint: 'Quizá se haya reprocesado: vuelve a abrir el mensaje.',
  },
  {
    title: 'Document chain',
    lines: 'Articles',
    between: (sender, receiver) => `Between ${sender} and ${receiver}`,
    truncated: 'There are more documents or lines: only the nearest are shown, and the quantities are theirs.',
    missing: 'The document is not stored any more',
    hint: 'It may have been reprocessed: open the message again.',
  },
)

/**
 * The documents connected with a stored document, from the order to the credit note, with the quantities of each
 * article.
 */
export function DocumentChain({ documentId }: { documentId: string }) {
  const { data: chain, error, refetch } = useDocumentChain(documentId)
  if (chain === undefined && error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (chain === null) return <EmptyState title={text.missing} hint={text.hint} />
  return (
    <div className={classes.parts}>
      <Section title={text.title} busy={!chain} aside={chain && <Parties chain={chain} />}>
        {chain && <ChainDiagram chain={chain} documentId={documentId} />}
        {chain?.truncated && <p className={classes.note}>{text.truncated}</p>}
      </Section>
      <section aria-label={text.lines}>
        <h2 className={classes.subtitle}>{text.lines}</h2>
        <ChainLines chain={chain} />
      </section>
    </div>
  )
}

function Parties({ chain }: { chain: Chain }) {
  const [first] = chain.documents
  return first ? text.between(nameOf(first.sender), nameOf(first.receiver)) : null
}

const nameOf = ({ name, id }: ChainDocument['sender']) => name ?? id
