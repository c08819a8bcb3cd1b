import type { Kind, Severity } from '../../generated/prisma/enums.ts'

/** A kind of subject crossed with a severity. */
export type Category = { id: string; kind: Kind; severity: Severity; title: string; description: string }

/** A category, how many incidents it counts, and how many of them are not acknowledged. */
export type CountedCategory = Category & { count: number; unacknowledgedCount: number }

/** The six categories of the source document (section 2.3), in its order. */
export const categories: readonly Category[] = [
  category('LIBRERIAS', 'FALLANDO', 'Librerías fallando', 'Disponibilidad y operaciones'),
  category('LIBRERIAS', 'DEGRADADO', 'Librerías degradadas', 'Operación parcial detectada'),
  category('ENDPOINTS', 'FALLANDO', 'Endpoints fallando', 'Rutas críticas de la API de administración'),
  category('ENDPOINTS', 'DEGRADADO', 'Endpoints degradados', 'Latencia o errores parciales'),
  category('INTEGRACIONES', 'FALLANDO', 'Integraciones fallando', 'Proveedores externos y colas'),
  category('INTEGRACIONES', 'DEGRADADO', 'Integraciones degradadas', 'Operación parcial del conector'),
]

function category(kind: Kind, severity: Severity, title: string, description: string): Category {
  return { id: `${kind}-${severity}`, kind, severity, title, description }
}
