/** Bounds the memory for responses that clients do not read (decision 0025). */
import { Clock, Context, Effect, Layer } from "effect"
import * as Pace from "../request/Pace.ts"

/** Maximum bytes of long responses that a process keeps until their clients read them. */
export const maxUnreadBytes = 32 * 1024 * 1024

/** A response that its connection has not taken completely. */
export interface UnreadResponse {
  readonly address: string
  /** Its whole length: all of it stays in memory until its end is sent. */
  readonly bytes: number
  /** Frees the response and closes its connection. */
  readonly drop: () => void
}

/** A response with its deadline: when its client is too slow, unless it reads more. */
interface Kept extends UnreadResponse {
  deadline: number
}

const bytesOf = (responses: ReadonlyArray<UnreadResponse>) => responses.reduce((sum, { bytes }) => sum + bytes, 0)

/** The oldest response of the address with the most bytes. */
const oldestOfHeaviest = (responses: ReadonlyArray<Kept>): Kept => {
  const byAddress = [...Map.groupBy(responses, ({ address }) => address).values()]
  return byAddress.reduce((heaviest, other) => bytesOf(other) > bytesOf(heaviest) ? other : heaviest)[0]!
}

export class UnreadResponses extends Context.Service<UnreadResponses, {
  /**
   * Adds a response. While all responses exceed `maxUnreadBytes`, drops the oldest one whose client is too slow, or
   * else the oldest of the address with the most bytes. Returns functions that count the bytes taken by the connection,
   * and remove the response.
   */
  readonly add: (
    response: UnreadResponse
  ) => { readonly progress: (bytes: number) => void; readonly remove: () => void }
  /** Bytes of all unread responses. */
  readonly bytes: () => number
}>()("@candor/api/response/UnreadResponses") {
  static readonly layer = Layer.effect(
    UnreadResponses,
    Effect.map(Clock.Clock, (clock) => {
      let responses: ReadonlyArray<Kept> = []
      const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
      const remove = (response: Kept) => {
        responses = responses.filter((other) => other !== response)
      }
      return UnreadResponses.of({
        add: (response) => {
          const added: Kept = { ...response, deadline: now() + Pace.readingGrace }
          responses = [...responses, added]
          while (bytesOf(responses) > maxUnreadBytes) {
            const dropped = responses.find(({ deadline }) => Pace.isTooSlow(deadline, now())) ??
              oldestOfHeaviest(responses)
            remove(dropped)
            dropped.drop()
          }
          return {
            progress: (bytes) => {
              added.deadline = Pace.deadlineAfter(added.deadline, bytes, Pace.readingGrace, now())
            },
            remove: () => remove(added)
          }
        },
        bytes: () => bytesOf(responses)
      })
    })
  )
}
