import { enumerations } from '../../generated/contract.ts'
import type { Kind, Severity } from '../../generated/prisma/enums.ts'

/** A kind of subject crossed with a severity. */
export type Category = { id: string; kind: Kind; severity: Severity; title: string; description: string }

/** A category, how many incidents it counts, and how many of them are not acknowledged. */
export type CountedCategory = Category & { count: number; unacknowledgedCount: number }

const texts: Readonly<Record<Kind, Readonly<Record<Severity, [title: string, description: string]>>>> = {
  LIBRERIAS: {
    FALLANDO: ['Librerías fallando', 'Disponibilidad y operaciones'],
    DEGRADADO: ['Librerías degradadas', 'Operación parcial detectada'],
  },
  ENDPOINTS: {
    FALLANDO: ['Endpoints fallando', 'Rutas críticas de la API de administración'],
    DEGRADADO: ['Endpoints degradados', 'Latencia o errores parciales'],
  },
  INTEGRACIONES: {
    FALLANDO: ['Integraciones fallando', 'Proveedores externos y colas'],
    DEGRADADO: ['Integraciones degradadas', 'Operación parcial del conector'],
  },
}

/** The categories of the source document (section 2.3), in its order. */
export const categories: readonly Category[] = enumerations.Kind.flatMap((kind) =>
  (['FALLANDO', 'DEGRADADO'] as const).map((severity) => {
    const [title, description] = texts[kind][severity]
    return { id: `${kind}-${severity}`, kind, severity, title, description }
  }),
)
