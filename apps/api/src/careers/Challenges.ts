/**
 * Proofs of work, by altcha-lib: a browser searches for a number for about a second, and the server verifies the proof
 * without stored state. A challenge is signed for its organization and expires. The submission's row stores the proof,
 * so it can be used only once.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { type Challenge, createChallenge, type Payload, verifySolution } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/pbkdf2"
import { Clock, Effect } from "effect"
import { References } from "@candor/background/submission/References"

/**
 * `cost` is the iterations per attempt. About 256 attempts are needed for a key that begins with a zero byte: about a
 * second on a phone.
 */
const difficulty = { algorithm: "PBKDF2/SHA-256", cost: 2000, keyPrefix: "00" } as const

/** Seconds in which a challenge has to be solved and sent, while the person fills in the form. */
const lifetime = 2 * 60 * 60

/** Maximum characters of a proof in a request. */
const maxLength = 4000

const secretOf = (organization: OrganizationId) =>
  Effect.flatMap(References, ({ code }) => code(organization, "proof of work", ""))

/** Makes a challenge. */
export const challengeFor = Effect.fnUntraced(
  function*(organization: OrganizationId): Effect.fn.Return<Challenge, never, References> {
    const hmacSignatureSecret = yield* secretOf(organization)
    const expiresAt = Math.floor((yield* Clock.currentTimeMillis) / 1000) + lifetime
    return yield* Effect.promise(() => createChallenge({ ...difficulty, deriveKey, expiresAt, hmacSignatureSecret }))
  }
)

const payloadIn = (proof: unknown): Payload | undefined => {
  if (typeof proof !== "string" || proof.length > maxLength) return undefined
  try {
    const payload = JSON.parse(Buffer.from(proof, "base64").toString()) as Partial<Payload> | null
    // The signed challenge contains our difficulty. Another difficulty is refused before any work is spent on verifying
    // it.
    const { cost, algorithm } = payload?.challenge?.parameters ?? {}
    return cost === difficulty.cost && algorithm === difficulty.algorithm && payload?.solution !== undefined
      ? payload as Payload
      : undefined
  } catch {
    return undefined
  }
}

/** A valid proof of work. */
interface Proof {
  /** What distinguishes it from other proofs, to be stored. */
  readonly proof: string
  /** When its challenge was issued, in whole seconds since the Unix epoch. */
  readonly given_at: number
}

/** Returns the proof of work if it is valid and has not expired; else null. */
export const proofIn = Effect.fnUntraced(function*(organization: OrganizationId, proof: unknown) {
  const payload = payloadIn(proof)
  if (payload === undefined) return null
  const hmacSignatureSecret = yield* secretOf(organization)
  // Passes on only these two fields: other fields of a request could set options of the library, such as its secrets.
  const { challenge, solution } = payload
  const verified = yield* Effect.tryPromise(() =>
    verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })
  ).pipe(
    Effect.match({ onFailure: () => false, onSuccess: ({ verified }) => verified })
  )
  const { expiresAt } = challenge.parameters
  return verified && challenge.signature !== undefined && expiresAt !== undefined
    ? { proof: challenge.signature, given_at: expiresAt - lifetime } satisfies Proof
    : null
})
