import { type Kind, type PanelFragment, type Severity } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'

type CategoryText = { title: string; description: string }
type Category = PanelFragment['categories'][number]

/** Title and description of a category; the Spanish ones are exactly the server's. */
export const categoryText = ({ kind, severity, title, description }: Category): CategoryText =>
  englishCategories?.[kind][severity] ?? { title, description }

const englishCategories = localize<Record<Kind, Record<Severity, CategoryText>> | undefined>(undefined, {
  LIBRERIAS: {
    FALLANDO: { title: 'Bookshops failing', description: 'Availability and operations' },
    DEGRADADO: { title: 'Bookshops degraded', description: 'Partial operation detected' },
  },
  ENDPOINTS: {
    FALLANDO: { title: 'Endpoints failing', description: 'Critical routes of the admin API' },
    DEGRADADO: { title: 'Endpoints degraded', description: 'Latency or partial errors' },
  },
  INTEGRACIONES: {
    FALLANDO: { title: 'Integrations failing', description: 'External providers and queues' },
    DEGRADADO: { title: 'Integrations degraded', description: 'Partial operation of the connector' },
  },
})
