/**
 * What is asked at the same time, and for the same, is done together. While a few are under way, what is asked
 * meanwhile gathers, and goes with the next.
 *
 * Effect's `RequestResolver` does this too, with sets that it fills and empties again and again. The tables that such a
 * set leaves behind in Bun's engine point at the next ones, with all that was in them: so every request was kept until
 * the whole heap was collected (decision 0020).
 */
import { type Context, Duration, Effect, Exit, type Fiber, Latch } from "effect"

/** Somebody who has asked. Only the first answer counts. */
export interface Asked<Item, Answer, Failure> {
  readonly item: Item
  /** Whether an answer is waited for: there was none, and nobody has left. */
  readonly waits: boolean
  readonly answer: (exit: Exit.Exit<Answer, Failure>) => void
}

/** Those who are answered together. */
interface Group<Item, Answer, Failure> {
  readonly key: string
  readonly asked: Array<Asked<Item, Answer, Failure>>
  /** How many of them wait. */
  waiting: number
  begun: boolean
  fiber: Fiber.Fiber<void> | undefined
}

/** While so many are under way, others gather. */
const atOnce = 4

/** The longest wait for room: what is held up holds up no others. */
const patience = Duration.millis(20)

/**
 * A function that asks, in the context that it is given, by `together`, which answers those who ask with the same key, at
 * most so many. Whom it does not answer is answered by its failure. It is interrupted when nobody waits any more.
 */
export const gathered = <Item, Answer, Failure>(options: {
  readonly keyOf: (item: Item) => string
  readonly most: number
  readonly together: (asked: ReadonlyArray<Asked<Item, Answer, Failure>>) => Effect.Effect<void, Failure>
}): (item: Item, context: Context.Context<never>) => Effect.Effect<Answer, Failure> => {
  type Asking = Group<Item, Answer, Failure>

  /** Those that take others in. */
  const open: Array<Asking> = []
  const close = (group: Asking) => {
    const at = open.indexOf(group)
    if (at >= 0) open.splice(at, 1)
  }

  const room = Latch.makeUnsafe(true)
  let underWay = 0
  const begin = (group: Asking) => {
    close(group)
    group.begun = true
    if (++underWay >= atOnce) room.closeUnsafe()
  }
  const end = Effect.sync(() => {
    if (--underWay < atOnce) room.openUnsafe()
  })
  const forRoom = Effect.suspend(() => room.isOpen() ? Effect.void : Effect.timeoutOption(room.await, patience))

  const serve = (group: Asking): Effect.Effect<void> =>
    Effect.yieldNow.pipe(
      Effect.andThen(forRoom),
      Effect.andThen(Effect.suspend(() => {
        begin(group)
        return Effect.ensuring(Effect.suspend(() => options.together(group.asked)), end)
      })),
      Effect.catchCause((cause) =>
        Effect.sync(() => {
          for (const { answer } of group.asked) answer(Exit.failCause(cause))
        }))
    )

  /** The group with this key that takes others in. */
  const joined = (key: string, context: Context.Context<never>): Asking => {
    const found = open.find((group) => group.key === key)
    if (found !== undefined) return found
    const group: Asking = { key, asked: [], waiting: 0, begun: false, fiber: undefined }
    open.push(group)
    group.fiber = Effect.runForkWith(context)(serve(group))
    return group
  }

  return (item, context) =>
    Effect.callback<Answer, Failure>((resume) => {
      const group = joined(options.keyOf(item), context)
      const one = {
        item,
        waits: true,
        answer: (exit: Exit.Exit<Answer, Failure>) => {
          if (!one.waits) return
          one.waits = false
          group.waiting--
          resume(exit)
        }
      }
      group.waiting++
      if (group.asked.push(one) === options.most) close(group)
      return Effect.sync(() => {
        if (!one.waits) return
        one.waits = false
        if (!group.begun) group.asked.splice(group.asked.indexOf(one), 1)
        if (--group.waiting > 0) return
        close(group)
        group.fiber?.interruptUnsafe()
      })
    })
}
