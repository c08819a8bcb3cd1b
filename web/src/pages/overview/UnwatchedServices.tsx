import { Link } from '@tanstack/react-router'
import { useUnwatchedServices } from '../../api/health/services.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { localize, plural } from '../../i18n.ts'
import classes from './OverviewPage.module.css'

const text = localize(
  { services: (n: number) => plural(n, '1 servicio sin vigilar', `${formatInteger(n)} servicios sin vigilar`) },
  { services: (n) => plural(n, '1 service is not watched', `${formatInteger(n)} services are not watched`) },
)

/**
 * Notice that some reporting services are not watched, so that nobody would be told of their silence; empty if there
 * are none.
 */
export function UnwatchedServices() {
  const { data: count = 0 } = useUnwatchedServices()
  if (count === 0) return null
  return (
    <p className={classes.unwatched}>
      <Link to="/services">{text.services(count)}</Link>
    </p>
  )
}
