// Installs the packages that only the benchmarks and the mutation tests need.
import { installPackages } from './install-packages.js'

installPackages('bench')
