import { type SinliStatus } from '../generated/graphql.ts'
import { words } from '../language.ts'

/** Labels of the statuses of a SINLI message. */
export const sinliStatusLabels: Record<SinliStatus, string> = words(
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
