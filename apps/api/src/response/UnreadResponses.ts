/** Bounds the memory of responses that clients do not read (decision 0025). */
import { Clock, Context, Effect, Layer } from "effect"
import * as Pace from "../request/Pace.ts"

/** Bytes of long responses that a process keeps for clients that have not read them. */
export const maxUnreadBytes = 32 * 1024 * 1024

/** A response that its connection did not take whole. */
export interface UnreadResponse {
  readonly address: string
  /** Its whole length: it is kept whole until its end is sent. */
  readonly bytes: number
  /** Frees the response and closes its connection. */
  readonly drop: () => void
}

/** A response, and when its client will be too slow, if it reads no more. */
interface Kept extends UnreadResponse {
  deadline: number
}

const bytesOf = (responses: ReadonlyArray<UnreadResponse>) => responses.reduce((sum, { bytes }) => sum + bytes, 0)

/** The oldest response of the address that keeps most bytes. */
const oldestOfHeaviest = (responses: ReadonlyArray<Kept>): Kept => {
  const byAddress = [...Map.groupBy(responses, ({ address }) => address).values()]
  return byAddress.reduce((heaviest, other) => bytesOf(other) > bytesOf(heaviest) ? other : heaviest)[0]!
}

export class UnreadResponses extends Context.Service<UnreadResponses, {
  /**
   * Adds a response. While there are more than `maxUnreadBytes`, drops the oldest response of a client that is too
   * slow, or else of the address with most bytes. Returns functions that count the bytes which the connection takes,
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
