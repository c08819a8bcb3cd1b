import type { Ask, Asked, Case } from './destination-requests.ts'
import type { Json } from '../gateway.ts'

/** One request for each documented answer of the operations of heartbeats. */
export function heartbeatCases(ask: Ask): Case[] {
  const newHeartbeat = { name: 'Copia nocturna', intervalSeconds: 300, graceSeconds: 60 }

  /** A request about a newly created heartbeat. */
  const askedOfHeartbeat = (body?: Json) => async (): Promise<Asked> => {
    const { body: created } = await ask('createHeartbeat', { body: newHeartbeat })
    return { id: created['heartbeat'].id, ...(body && { body }) }
  }

  /** A beat of a heartbeat of its own, by its secret. */
  const askedOfBeat =
    (more: Asked = {}) =>
    async (): Promise<Asked> => {
      const { body: created } = await ask('createHeartbeat', { body: newHeartbeat })
      return { id: created['secret'], ...more }
    }

  let looping: Promise<Asked> | undefined

  /** A request for a heartbeat that has reached its limit of beats in this minute. */
  function askedOfLoop(): Promise<Asked> {
    looping ??= askedOfBeat()().then(async (beat) => {
      await Promise.all(Array.from({ length: 60 }, () => ask('beat', beat)))
      return beat
    })
    return looping
  }

  return [
    ['listHeartbeats', 200, askedOfHeartbeat()],
    ['createHeartbeat', 201, () => ({ body: newHeartbeat })],
    ['createHeartbeat', 400, () => ({ body: { ...newHeartbeat, intervalSeconds: 1 } })],
    ['updateHeartbeat', 200, askedOfHeartbeat({ owner: 'Sistemas' })],
    ['updateHeartbeat', 400, askedOfHeartbeat({ graceSeconds: 1 })],
    ['updateHeartbeat', 404, () => ({ body: {} })],
    ['rotateHeartbeat', 200, askedOfHeartbeat()],
    ['rotateHeartbeat', 400, () => ({ id: '%01' })],
    ['rotateHeartbeat', 404, () => ({})],
    ['resumeHeartbeat', 200, askedOfHeartbeat()],
    ['resumeHeartbeat', 400, () => ({ id: '%01' })],
    ['resumeHeartbeat', 404, () => ({})],
    ['beat', 204, askedOfBeat()],
    ['beat', 400, askedOfBeat({ query: '?status=perhaps' })],
    ['beat', 404, () => ({})],
    ['beat', 405, askedOfBeat({ method: 'DELETE' })],
    ['beat', 429, askedOfLoop],
    ['postBeat', 204, askedOfBeat()],
    ['postBeat', 400, askedOfBeat({ query: '?ms=never' })],
    ['postBeat', 404, () => ({})],
    ['postBeat', 405, askedOfBeat({ method: 'PUT' })],
    ['postBeat', 429, askedOfLoop],
  ]
}
