import { installPackages } from '../../scripts/install-packages.js'

/** Installs the packages that only the tests need, before the first test. */
export default () => installPackages('test')
