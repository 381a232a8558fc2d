/**
 * Hashes and compares passwords with argon2id, by Bun's implementation. A hash is expensive by design, so few are
 * computed at a time, and few may wait.
 */
import { type ServiceUnavailable, unavailable } from "@candor/contract/Errors"
import { Context, Effect, Layer, Semaphore } from "effect"

/** OWASP's second choice of parameters, which takes little memory: 19 MiB and two passes. */
const parameters = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const

/** Hashes that are computed at a time. */
const maxAtATime = 2

/** Requests whose hash is being computed or waits. Further requests get 503. */
const maxWaiting = 32

const busy = unavailable("sign_ins_busy")

/** Keyboards send composed or decomposed characters; both are the same password. */
const normalized = (password: string): string => password.normalize("NFC")

export class Passwords extends Context.Service<Passwords, {
  readonly hash: (password: string) => Effect.Effect<string, ServiceUnavailable>
  /** Tells whether a hash is that of the password. Without a hash it is false, after the same time. */
  readonly matches: (password: string, hash: string | undefined) => Effect.Effect<boolean, ServiceUnavailable>
}>()("@candor/api/signin/Passwords") {
  static readonly layer = Layer.sync(Passwords, () => {
    const turns = Semaphore.makeUnsafe(maxAtATime)
    let waiting = 0

    const inTurn = <A>(work: () => Promise<A>): Effect.Effect<A, ServiceUnavailable> =>
      Effect.suspend(() => {
        if (waiting >= maxWaiting) return Effect.fail(busy)
        waiting++
        // A hash cannot be interrupted, so a request that ends early only gives its turn back when the hash is done.
        return turns.withPermit(Effect.uninterruptible(Effect.promise(work))).pipe(
          Effect.ensuring(Effect.sync(() => waiting--))
        )
      })

    const hash = (password: string) => inTurn(() => Bun.password.hash(normalized(password), parameters))

    /** A hash that matches no password, computed when first needed. */
    let none: Promise<string> | undefined
    const hashOfNone = () => none ??= Bun.password.hash(crypto.randomUUID(), parameters)

    const matches = (password: string, hash: string | undefined) =>
      password === ""
        ? Effect.succeed(false)
        : inTurn(async () => {
          const matched = await Bun.password.verify(normalized(password), hash ?? await hashOfNone())
          return hash !== undefined && matched
        })

    return Passwords.of({ hash, matches })
  })
}
