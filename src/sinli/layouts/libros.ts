// The sixth column is the specification's own name. cspell:disable
import { type DocumentLayouts, type FieldRow, recordOf, recordsOf, type ShiftedLayout } from './layout.ts'

const header: readonly FieldRow[] = [
  ['supplierName', 'text', 1, 40, 'required', 'Nombre del proveedor'],
  ['currency', 'text', 41, 1, 'required', 'Moneda'],
]

// All versions agree up to byte 670; all from 07 on, up to 1316.
const common: readonly FieldRow[] = [
  ['ean', 'text', 0, 18, 'required', 'EAN'],
  ['isbn', 'text', 18, 17, 'required', 'ISBN facturación'],
  ['setIsbn', 'text', 35, 17, 'optional', 'ISBN obra completa'],
  ['volumeIsbn', 'text', 52, 17, 'optional', 'ISBN tomo'],
  ['instalmentIsbn', 'text', 69, 17, 'optional', 'ISBN fascículo'],
  ['reference', 'text', 86, 15, 'required', 'Referencia'],
  ['title', 'text', 101, 80, 'required', 'Título completo'],
  ['subtitle', 'text', 181, 80, 'optional', 'Subtítulo'],
  ['authors', 'text', 261, 150, 'required', 'Autor/es'],
  ['country', 'text', 411, 2, 'required', 'País de publicación'],
  ['publisherCode', 'text', 413, 8, 'required', 'Editorial (código ISBN)'],
  ['publisherName', 'text', 421, 40, 'required', 'Editorial (nombre)'],
  ['binding', 'number', 461, 2, 'required', 'Encuadernación'],
  ['language', 'text', 463, 3, 'required', 'Lengua de publicación'],
  ['edition', 'text', 466, 2, 'required', 'Número de edición'],
  ['publicationMonth', 'month', 468, 6, 'required', 'Fecha de publicación'],
  ['pages', 'number', 474, 4, 'required', 'Número de páginas'],
  ['widthMm', 'number', 478, 4, 'required', 'Ancho mm'],
  ['heightMm', 'number', 482, 4, 'required', 'Alto mm'],
  ['cduSubjects', 'text', 486, 20, 'required', 'Tema CDU'],
  ['keywords', 'text', 506, 80, 'required', 'Descriptores'],
  ['status', 'number', 586, 1, 'required', 'Situación en catálogo'],
  ['productType', 'number', 587, 2, 'required', 'Tipo de producto'],
  ['priceCents', 'cents', 589, 10, 'required', 'PVP sin IVA EUR'],
  ['priceWithVatCents', 'cents', 599, 10, 'required', 'PV con IVA EUR'],
  ['vatBasisPoints', 'basisPoints', 609, 5, 'required', 'Porcentaje de IVA'],
  ['priceType', 'text', 614, 1, 'required', 'Tipo de precio'],
  ['collection', 'text', 615, 40, 'optional', 'Colección'],
  ['collectionNumber', 'text', 655, 10, 'optional', 'Nº de colección'],
  ['volumeNumber', 'text', 665, 4, 'optional', 'Nº de volumen'],
  ['coverImage', 'text', 669, 1, 'required', 'Imagen de portada'],
]

const from07: readonly FieldRow[] = [
  ...common,
  ['coverIllustrator', 'text', 670, 150, 'optional', 'Ilustrador cubierta'],
  ['illustrator', 'text', 820, 150, 'optional', 'Ilustrador interior'],
  ['colourIllustrations', 'number', 970, 5, 'optional', 'Nº ilustraciones color'],
  ['translator', 'text', 975, 150, 'optional', 'Traductor'],
  ['originalLanguage', 'text', 1125, 3, 'optional', 'Idioma original'],
  ['thicknessMm', 'number', 1128, 3, 'optional', 'Grosor mm'],
  ['weightGrams', 'number', 1131, 6, 'required', 'Peso g'],
  ['audience', 'number', 1137, 3, 'optional', 'Audiencia'],
  ['readingLevel', 'number', 1140, 1, 'optional', 'Nivel de lectura'],
  ['schoolLevel', 'text', 1141, 15, 'optional', 'Texto: nivel'],
  ['schoolYear', 'text', 1156, 80, 'optional', 'Texto: curso'],
  ['schoolSubject', 'text', 1236, 80, 'optional', 'Texto: asignatura'],
]

const version05: readonly FieldRow[] = [...common, ['url', 'text', 670, 47, 'optional', 'URL']]

const version07: readonly FieldRow[] = [
  ...from07,
  ['regions', 'text', 1316, 36, 'optional', 'Texto: CC.AA.'],
  ['summary', 'text', 1352, 255, 'optional', 'Resumen'],
  ['ibicVersion', 'text', 1607, 3, 'optional', 'Versión IBIC'],
  ['ibicSubjects', 'text', 1610, 50, 'optional', 'Materias IBIC'],
  ['saleDate', 'date', 1660, 8, 'optional', 'Fecha puesta en venta'],
  ['availabilityDate', 'date', 1668, 8, 'optional', 'Fecha disponibilidad existencias'],
  ['url', 'text', 1676, 199, 'optional', 'URL'],
]

const version08: readonly FieldRow[] = [...version07, ['synopsis', 'text', 1875, 1125, 'optional', 'Sinopsis']]

// Measured in 14 of 432 real files: without the two dates, and with the URL and the synopsis nine bytes earlier.
const version08WithoutDates: ShiftedLayout = {
  missing: ['saleDate', 'availabilityDate'],
  record: recordOf('lines', [
    ...version08.filter(([, , offset]) => offset < 1660),
    ['url', 'text', 1667, 199, 'optional', 'URL'],
    ['synopsis', 'text', 1866, 1125, 'optional', 'Sinopsis'],
  ]),
}

const version09: readonly FieldRow[] = [
  ...from07,
  ['regions', 'text', 1316, 53, 'optional', 'Texto: CC.AA.'],
  ['ibicVersion', 'text', 1369, 3, 'required', 'Versión IBIC'],
  ['ibicSubjects', 'text', 1372, 50, 'required', 'Materias IBIC'],
  ['ibicAssignment', 'text', 1422, 1, 'required', 'Asignación IBIC'],
  ['themaVersion', 'text', 1423, 3, 'required', 'Versión THEMA'],
  ['themaSubjects', 'text', 1426, 50, 'required', 'Materias THEMA'],
  ['themaAssignment', 'text', 1476, 1, 'required', 'Asignación THEMA'],
  ['saleDate', 'date', 1477, 8, 'required', 'Fecha puesta en venta'],
  ['availabilityDate', 'date', 1485, 8, 'required', 'Fecha disponibilidad existencias'],
  ['url', 'text', 1493, 199, 'required', 'URL'],
  ['synopsis', 'text', 1692, 1108, 'required', 'Resumen/sinopsis'],
]

const layout = (from: number, line: readonly FieldRow[], shifts: readonly ShiftedLayout[] = []) => ({
  from,
  records: { ...recordsOf({ C: ['header', header] }), '': { ...recordOf('lines', line), shifts } },
})

/**
 * LIBROS 09 and before: cards of books, whose records have no type. Of version 06 and those before 05 only the fields
 * that all versions share are read.
 */
export const libros: DocumentLayouts = {
  latest: 9,
  detail: '',
  layouts: [
    { ...layout(0, common), partial: true },
    layout(5, version05),
    { ...layout(6, common), partial: true },
    layout(7, version07),
    layout(8, version08, [version08WithoutDates]),
    layout(9, version09),
  ],
}
