import { buildStill } from '../same-queries/still-gateway.ts'
import { listen } from './ready.ts'

// Vigía itself.
const { httpServer } = await buildStill()
listen(httpServer.server)
