/** Bounds the memory of answers that clients do not read (decision 0025). */
import { Context, Layer } from "effect"

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

const bytesOf = (answers: ReadonlyArray<UnreadAnswer>) => answers.reduce((sum, { bytes }) => sum + bytes, 0)

/** The oldest answer of the address that keeps most bytes. */
const oldestOfHeaviest = (answers: ReadonlyArray<UnreadAnswer>): UnreadAnswer => {
  const byAddress = [...Map.groupBy(answers, ({ address }) => address).values()]
  return byAddress.reduce((heaviest, other) => bytesOf(other) > bytesOf(heaviest) ? other : heaviest)[0]!
}

export class UnreadAnswers extends Context.Service<UnreadAnswers, {
  /** Adds an answer. Drops the oldest ones of the address with most bytes while there are more than `maxUnreadBytes`. */
  readonly add: (answer: UnreadAnswer) => void
  /** Removes an answer that was sent to its end, or whose client is gone. */
  readonly remove: (answer: UnreadAnswer) => void
  /** Bytes of all unread answers. */
  readonly bytes: () => number
}>()("@candor/api/answer/UnreadAnswers") {
  static readonly layer = Layer.sync(UnreadAnswers, () => {
    let answers: ReadonlyArray<UnreadAnswer> = []
    const remove = (answer: UnreadAnswer) => {
      answers = answers.filter((other) => other !== answer)
    }
    return UnreadAnswers.of({
      add: (answer) => {
        answers = [...answers, answer]
        while (bytesOf(answers) > maxUnreadBytes) {
          const dropped = oldestOfHeaviest(answers)
          remove(dropped)
          dropped.drop()
        }
      },
      remove,
      bytes: () => bytesOf(answers)
    })
  })
}
