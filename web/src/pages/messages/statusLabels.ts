import { type SinliStatus } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'

/** Labels of the statuses of a SINLI message. */
export const sinliStatusLabels: Record<SinliStatus, string> = localize(
  {
    RECEIVED: 'Recibido',
    PROCESSING: 'En proceso',
    PROCESSED: 'Procesado',
    PROCESSED_WITH_WARNINGS: 'Con avisos',
    FAILED: 'Fallido',
    DUPLICATE: 'Duplicado',
    SKIPPED: 'Omitido',
  },
  {
    RECEIVED: 'Received',
    PROCESSING: 'In process',
    PROCESSED: 'Processed',
    PROCESSED_WITH_WARNINGS: 'With warnings',
    FAILED: 'Failed',
    DUPLICATE: 'Duplicate',
    SKIPPED: 'Skipped',
  },
)
