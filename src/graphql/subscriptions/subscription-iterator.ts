import type { SubscriptionGroup, SubscriptionSpec } from './subscription-group.ts'
import type { Fanout } from './fanout.ts'
import type { Subscriber } from './subscriber.ts'

type Ended = IteratorResult<never, void>

/**
 * One active subscription. The fan-out writes its results directly to the socket; for graphql-ws this is a stream that
 * yields nothing. There may be thousands, so it releases what it no longer needs.
 */
export class SubscriptionIterator implements AsyncGenerator<never, void> {
  readonly #fanout: Fanout
  readonly #subscriber: Subscriber
  #spec: SubscriptionSpec | null
  #group: SubscriptionGroup | null = null
  #stop: ((result: Ended) => void) | null = null

  constructor(fanout: Fanout, spec: SubscriptionSpec, subscriber: Subscriber) {
    this.#fanout = fanout
    this.#spec = spec
    this.#subscriber = subscriber
  }

  /** Joins the subscription group. Resolves when the subscription ends; rejects if its first result cannot be read. */
  async next(): Promise<Ended> {
    if (!this.#spec) return ended
    this.#group = this.#fanout.groupFor(this.#spec)
    this.#spec = null
    const completion = new Promise<Ended>((resolve) => (this.#stop = resolve))
    try {
      await this.#group.join(this.#subscriber)
    } catch (error) {
      this.#leave()
      throw error
    }
    return completion
  }

  return(): Promise<Ended> {
    this.#leave()
    return Promise.resolve(ended)
  }

  async throw(error: unknown): Promise<Ended> {
    await this.return()
    throw error
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  #leave() {
    this.#spec = null
    this.#subscriber.leave()
    if (this.#group) this.#fanout.leave(this.#group, this.#subscriber)
    this.#group = null
    this.#stop?.(ended)
  }
}

const ended: Ended = { done: true, value: undefined }
