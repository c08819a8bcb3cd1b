import type { SubscriptionGroup, SubscriptionSpec } from './subscription-group.ts'
import type { Fanout } from './fanout.ts'
import type { Subscriber } from './subscriber.ts'

type Nothing = IteratorResult<never, void>

/**
 * One active subscription. The fan-out writes its results directly to the socket; for graphql-ws this is a stream that
 * yields nothing. There may be thousands, so it releases what it no longer needs.
 */
export class SubscriptionIterator implements AsyncGenerator<never, void> {
  readonly #fanout: Fanout
  readonly #listener: Subscriber
  #subscribed: SubscriptionSpec | null
  #channel: SubscriptionGroup | null = null
  #stop: ((nothing: Nothing) => void) | null = null

  constructor(fanout: Fanout, subscribed: SubscriptionSpec, listener: Subscriber) {
    this.#fanout = fanout
    this.#subscribed = subscribed
    this.#listener = listener
  }

  /** Joins the subscription group. Resolves when the subscription ends; rejects if its first result cannot be read. */
  async next(): Promise<Nothing> {
    if (!this.#subscribed) return ended
    this.#channel = this.#fanout.channelOf(this.#subscribed)
    this.#subscribed = null
    const over = new Promise<Nothing>((resolve) => (this.#stop = resolve))
    try {
      await this.#channel.join(this.#listener)
    } catch (error) {
      this.#leave()
      throw error
    }
    return over
  }

  return(): Promise<Nothing> {
    this.#leave()
    return Promise.resolve(ended)
  }

  async throw(error: unknown): Promise<Nothing> {
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
    this.#subscribed = null
    this.#listener.leave()
    if (this.#channel) this.#fanout.leave(this.#channel, this.#listener)
    this.#channel = null
    this.#stop?.(ended)
  }
}

const ended: Nothing = { done: true, value: undefined }
