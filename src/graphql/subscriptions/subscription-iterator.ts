import type { SubscriptionGroup, SubscriptionSpec } from './subscription-group.ts'
import type { Fanout } from './fanout.ts'
import type { Subscriber } from './subscriber.ts'

type Nothing = IteratorResult<never, void>

/**
 * One subscription while it lasts. Results go past the library that keeps the protocol: to it, this is a stream that has not
 * said anything yet. There may be thousands, so that one holds nothing it does not need any more.
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

  /** Begins to listen; resolves when it is over, and fails where how things are cannot be told. */
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
