import { type EndpointImport } from '../api/restTypes.ts'
import { localize } from '../i18n.ts'

type Change = EndpointImport['changed'][number]

const text = localize(
  {
    path: (from: string, to: string) => `ruta: ${from} → ${to}`,
    area: (from: string, to: string) => `área: ${from} → ${to}`,
    noArea: 'ninguna',
    critical: (is: boolean): string => (is ? 'pasa a ser crítico' : 'deja de ser crítico'),
    session: (is: boolean): string => (is ? 'pasa a requerir sesión' : 'deja de requerir sesión'),
  },
  {
    path: (from, to) => `path: ${from} → ${to}`,
    area: (from, to) => `area: ${from} → ${to}`,
    noArea: 'none',
    critical: (is) => (is ? 'becomes critical' : 'is critical no longer'),
    session: (is) => (is ? 'requires a session' : 'requires no session any more'),
  },
)

/** The changes that an import makes to the details of an endpoint, in words. */
export function changeText({ before, after }: Change): string {
  const parts = [
    before.path !== after.path && text.path(before.path, after.path),
    before.areaId !== after.areaId && text.area(before.areaId ?? text.noArea, after.areaId ?? text.noArea),
    before.critical !== after.critical && text.critical(after.critical),
    before.authRequired !== after.authRequired && text.session(after.authRequired),
  ]
  return parts.filter((part) => part !== false).join('; ')
}
