import { type PanelFragment } from '../generated/graphql.ts'
import { categoryTexts } from '../subjects/kinds.ts'

type Category = PanelFragment['categories'][number]

/** Title and description of a category; the Spanish ones are exactly the server's. */
export const categoryText = ({
  kind,
  severity,
  title,
  description,
}: Category): Pick<Category, 'title' | 'description'> => categoryTexts?.[kind][severity] ?? { title, description }
