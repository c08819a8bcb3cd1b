import type { GroupBy } from '../../generated/prisma/client.ts'
import type { Language } from '../../lib/language.ts'
import { wordings } from '../channels/wording.ts'
import type { AlertedIncident } from './open-incidents.ts'

/** The key of the group of incidents without an area. */
const noArea = '-'

/** The key of the group that an incident belongs to. */
export function groupKeyOf(groupBy: GroupBy, { kind, subjectKey, areaId }: AlertedIncident): string {
  switch (groupBy) {
    case 'ALL':
      return ''
    case 'KIND':
      return kind
    case 'AREA':
      return areaId ?? noArea
    case 'SUBJECT':
      return `${kind}:${subjectKey}`
  }
}

/** The name of the group that an incident belongs to; null for all incidents, and for those without an area. */
export function groupLabelOf(
  groupBy: GroupBy,
  { kind, subjectName, areaName }: AlertedIncident,
  language: Language,
): string | null {
  switch (groupBy) {
    case 'ALL':
      return null
    case 'KIND':
      return wordings[language].groupsByKind[kind]
    case 'AREA':
      return areaName
    case 'SUBJECT':
      return subjectName
  }
}
