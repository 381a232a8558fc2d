/** A request that is handled while it is authenticated: what it waits for, and what becomes of it (decision 0018). */
import type { Principal } from "@candor/domain/authentication/Principal"
import { ApiKeyId, OrganizationId, UserId } from "@candor/domain/Id"
import { onceAuthenticated } from "@candor/sql/database/Authenticated"
import { describe, expect, test } from "bun:test"
import { Deferred, Effect, Fiber } from "effect"
import { recentKeys } from "../src/auth/Authentication.ts"
import { readingAhead } from "../src/middleware/Authorization.ts"

const principal = (full_name: string): Principal => ({
  organization: { id: OrganizationId.make("0197f3a2-5b1c-7d4e-8f60-000000000001"), name: "Acme", plan: "free" },
  user: { id: UserId.make("0197f3a2-5b1c-7d4e-8f60-000000000002"), full_name, email: "ada@example.com" },
  job_access: "all",
  hides_feedback: false,
  api_key: { id: ApiKeyId.make("0197f3a2-5b1c-7d4e-8f60-000000000003"), name: "Careers site", scope: "write" }
})
const [ada, renamed] = [principal("Ada Lovelace"), principal("Ada King")]

const readAhead = readingAhead()

/** A handling that reads and then writes, and a log of what it did for whom. */
const handling = () => {
  const done: Array<string> = []
  const note = (what: string) => Effect.sync(() => void done.push(what))
  const handle = ({ user }: Principal) =>
    note(`read for ${user.full_name}`).pipe(
      Effect.andThen(onceAuthenticated(note(`written for ${user.full_name}`))),
      Effect.as(`answer for ${user.full_name}`)
    )
  return { done, handle }
}

describe("a request that is handled while it is admitted", () => {
  test("reads at once, and writes and answers once it is admitted", () =>
    Effect.runPromise(Effect.gen(function*() {
      const { done, handle } = handling()
      const authentication = yield* Deferred.make<Principal>()
      const request = yield* Effect.forkChild(readAhead(() => ada, Deferred.await(authentication), handle), {
        startImmediately: true
      })
      expect([done, request.pollUnsafe()]).toEqual([["read for Ada Lovelace"], undefined])
      yield* Deferred.succeed(authentication, ada)
      expect(yield* Fiber.join(request)).toBe("answer for Ada Lovelace")
      expect(done).toEqual(["read for Ada Lovelace", "written for Ada Lovelace"])
    })))

  test("that is refused answers so, and writes nothing, whatever it has found by then", () =>
    Effect.runPromise(Effect.gen(function*() {
      const { done, handle } = handling()
      expect(yield* Effect.flip(readAhead(() => ada, Effect.fail("revoked"), handle))).toBe("revoked")
      expect(done).toEqual(["read for Ada Lovelace"])
      expect(yield* Effect.flip(readAhead(() => ada, Effect.fail("revoked"), () => Effect.succeed("found")))).toBe(
        "revoked"
      )
      expect(yield* Effect.flip(readAhead(() => ada, Effect.fail("revoked"), () => Effect.fail("not found")))).toBe(
        "revoked"
      )
    })))

  test("whose principal has changed is handled anew, for the new one alone", () =>
    Effect.runPromise(Effect.gen(function*() {
      const { done, handle } = handling()
      expect(yield* readAhead(() => ada, Effect.succeed(renamed), handle)).toBe("answer for Ada King")
      expect(done).toEqual(["read for Ada Lovelace", "read for Ada King", "written for Ada King"])
    })))

  test("fails as its handling does", () =>
    Effect.runPromise(Effect.gen(function*() {
      expect(yield* Effect.flip(readAhead(() => ada, Effect.succeed(ada), () => Effect.fail("not found")))).toBe(
        "not found"
      )
    })))

  test("leaves nothing running where its client has gone", () =>
    Effect.runPromise(Effect.gen(function*() {
      const ended = yield* Deferred.make<void>()
      const handle = () => Effect.onInterrupt(Effect.never, () => Deferred.succeed(ended, undefined))
      const request = yield* Effect.forkChild(readAhead(() => ada, Effect.never, handle), { startImmediately: true })
      yield* Fiber.interrupt(request)
      yield* Deferred.await(ended)
    })))
})

test("a key is remembered with its latest principal, or without one", () => {
  const recent = recentKeys(10)
  recent.add("key", ada)
  recent.add("key", renamed)
  expect([recent.has("key"), recent.principalOf("key")]).toEqual([true, renamed])
  recent.add("key", undefined)
  expect([recent.has("key"), recent.principalOf("key")]).toEqual([true, undefined])
  recent.forget("key")
  expect([recent.has("key"), recent.principalOf("key")]).toEqual([false, undefined])
})
