/** Bounds the memory of answers that clients do not read (decision 0025). */
import { Clock, Context, Effect, Layer } from "effect"
import * as Pace from "../request/Pace.ts"

/** Bytes of long answers that a process keeps for clients that have not read them. */
export const maxUnreadBytes = 32 * 1024 * 1024

/** An answer that its connection did not take whole. */
export interface UnreadAnswer {
  /** The client's address. */
  readonly address: string
  /** Its whole length: it is kept whole until its end is sent. */
  readonly bytes: number
  /** Frees the answer and closes its connection. */
  readonly drop: () => void
}

/** An answer, and until when what its connection has taken covers it. */
interface Kept extends UnreadAnswer {
  coveredUntil: number
}

const bytesOf = (answers: ReadonlyArray<UnreadAnswer>) => answers.reduce((sum, { bytes }) => sum + bytes, 0)

/** The oldest answer of the address that keeps most bytes. */
const oldestOfHeaviest = (answers: ReadonlyArray<Kept>): Kept => {
  const byAddress = [...Map.groupBy(answers, ({ address }) => address).values()]
  return byAddress.reduce((heaviest, other) => bytesOf(other) > bytesOf(heaviest) ? other : heaviest)[0]!
}

export class UnreadAnswers extends Context.Service<UnreadAnswers, {
  /**
   * Adds an answer. While there are more than `maxUnreadBytes`, drops the oldest one of those that drip; where none does, of the address
   * with most bytes. Returns what counts the bytes that its connection takes, and removes it.
   */
  readonly add: (answer: UnreadAnswer) => { readonly progress: (bytes: number) => void; readonly remove: () => void }
  /** Bytes of all unread answers. */
  readonly bytes: () => number
}>()("@candor/api/response/UnreadAnswers") {
  static readonly layer = Layer.effect(UnreadAnswers, Effect.map(Clock.Clock, (clock) => {
    let answers: ReadonlyArray<Kept> = []
    const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
    const remove = (answer: Kept) => {
      answers = answers.filter((other) => other !== answer)
    }
    return UnreadAnswers.of({
      add: (answer) => {
        const added: Kept = { ...answer, coveredUntil: now() + Pace.readingGrace }
        answers = [...answers, added]
        while (bytesOf(answers) > maxUnreadBytes) {
          const dropped = answers.find(({ coveredUntil }) => Pace.drips(coveredUntil, now())) ?? oldestOfHeaviest(answers)
          remove(dropped)
          dropped.drop()
        }
        return {
          progress: (bytes) => {
            added.coveredUntil = Pace.moved(added.coveredUntil, bytes, Pace.readingGrace, now())
          },
          remove: () => remove(added)
        }
      },
      bytes: () => bytesOf(answers)
    })
  }))
}
