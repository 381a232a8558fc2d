/**
 * What is asked at the same time, and for the same, is done together. While a few are under way, what is asked
 * meanwhile gathers, and goes with the next.
 *
 * Effect's `RequestResolver` does this too, with sets that it fills and empties again and again. The tables that such a
 * set leaves behind in Bun's engine point at the next ones, with all that was in them: so every request was kept until
 * the whole heap was collected (decision 0019).
 */
import { type Context, Duration, Effect, Exit, type Fiber, Latch } from "effect"

/** Somebody who waits for an answer. Only the first answer counts. */
export interface Asked<Item, Answer, Failure> {
  readonly item: Item
  readonly answer: (exit: Exit.Exit<Answer, Failure>) => void
}

interface Gathering<Item, Answer, Failure> {
  readonly group: string
  readonly asked: Array<Asked<Item, Answer, Failure>>
  /** How many have neither been answered nor left. */
  waiting: number
  begun: boolean
  fiber: Fiber.Fiber<void> | undefined
}

/** How many may be under way before others gather. */
const atOnce = 4

/** The longest wait for company: what is held up holds up no others. */
const patience = Duration.millis(20)

/**
 * A function that asks, in the context that it is given, by `together`, which answers all of a group, at most so many.
 * Whom it does not answer is answered by its failure. It is interrupted when nobody waits for it any more.
 */
export const gathered = <Item, Answer, Failure>(options: {
  readonly groupOf: (item: Item) => string
  readonly most: number
  readonly together: (asked: ReadonlyArray<Asked<Item, Answer, Failure>>) => Effect.Effect<void, Failure>
}): (item: Item, context: Context.Context<never>) => Effect.Effect<Answer, Failure> => {
  type Group = Gathering<Item, Answer, Failure>

  /** Those that take others in. */
  const open: Array<Group> = []
  const close = (group: Group) => {
    const at = open.indexOf(group)
    if (at >= 0) open.splice(at, 1)
  }

  const room = Latch.makeUnsafe(true)
  let underWay = 0
  const begin = (group: Group) => {
    close(group)
    group.begun = true
    if (++underWay >= atOnce) room.closeUnsafe()
  }
  const end = Effect.sync(() => {
    if (--underWay < atOnce) room.openUnsafe()
  })
  const company = Effect.suspend(() => room.isOpen() ? Effect.void : Effect.timeoutOption(room.await, patience))

  const serve = (group: Group): Effect.Effect<void> =>
    Effect.yieldNow.pipe(
      Effect.andThen(company),
      Effect.andThen(Effect.suspend(() => {
        begin(group)
        return Effect.ensuring(options.together(group.asked), end)
      })),
      Effect.catchCause((cause) =>
        Effect.sync(() => {
          for (const { answer } of group.asked) answer(Exit.failCause(cause))
        }))
    )

  /** The one of this group that takes others in. */
  const joined = (of: string, context: Context.Context<never>): Group => {
    const found = open.find(({ group }) => group === of)
    if (found !== undefined) return found
    const group: Group = { group: of, asked: [], waiting: 0, begun: false, fiber: undefined }
    open.push(group)
    group.fiber = Effect.runForkWith(context)(serve(group))
    return group
  }

  return (item, context) =>
    Effect.callback<Answer, Failure>((resume) => {
      const group = joined(options.groupOf(item), context)
      const one = {
        item,
        answer: (exit: Exit.Exit<Answer, Failure>) => {
          group.waiting--
          resume(exit)
        }
      }
      group.waiting++
      if (group.asked.push(one) === options.most) close(group)
      return Effect.sync(() => {
        if (!group.begun) group.asked.splice(group.asked.indexOf(one), 1)
        if (--group.waiting > 0) return
        close(group)
        group.fiber?.interruptUnsafe()
      })
    })
}
