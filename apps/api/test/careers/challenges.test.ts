/** Proofs of work: what a request says beside its challenge and its solution changes nothing. */
import { References } from "@candor/background/submission/References"
import { OrganizationId } from "@candor/domain/Id"
import { solveChallenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/pbkdf2"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { challengeFor, proofIn } from "../../src/careers/Challenges.ts"

const organization = OrganizationId.make(crypto.randomUUID())
const references = {
  code: (_: string, ...names: ReadonlyArray<string>) => Effect.succeed(names.join().padEnd(64, "0"))
} as unknown as References["Service"]
const run = <A>(effect: Effect.Effect<A, never, References>) =>
  Effect.runPromise(Effect.provideService(effect, References, references))

const challenge = await run(challengeFor(organization))
const solution = await solveChallenge({ challenge, deriveKey })
const proofOf = (payload: object) => run(proofIn(organization, btoa(JSON.stringify(payload))))

test.each([
  ["nothing", {}],
  ["another algorithm of the signature", { hmacAlgorithm: "SHA-512" }],
  ["a secret of its own", { hmacKeySignatureSecret: "mine" }],
  ["another way to count", { counterMode: "string" }]
])("a solution is proven with %s beside it", async (_, options) => {
  expect(await proofOf({ challenge, solution, ...options })).toEqual({
    proof: challenge.signature!,
    // The lifetime of a challenge is two hours.
    given_at: challenge.parameters.expiresAt! - 2 * 60 * 60
  })
})

test.each([
  ["no solution", { solution: undefined }, {}],
  ["another solution", { solution: { counter: 1, derivedKey: "00" } }, {}],
  ["a key that is signed with a secret of the request", { solution: { counter: 1, derivedKey: "00" } }, {
    hmacKeySignatureSecret: "mine",
    hmacSignatureSecret: "mine"
  }]
])("there is no proof with %s", async (_, changes, options) => {
  expect(await proofOf({ challenge, ...changes, ...options })).toBeNull()
})
