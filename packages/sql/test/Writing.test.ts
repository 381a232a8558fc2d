/** How often a write starts over. */
import type { Worker } from "@candor/domain/access/Actor"
import { decided } from "@candor/domain/Decision"
import { OrganizationId } from "@candor/domain/Id"
import { expect, test } from "bun:test"
import { Cause, Effect, Exit } from "effect"
import { SqlError } from "effect/sql"
import { write } from "../src/statements/Writing.ts"

const worker: Worker = {
  organization_id: OrganizationId.make("0197f3a2-5b1c-7d4e-8f60-00000000dead"),
  worker: "test",
  request_id: "test"
}

test("a write that breaks a constraint of its races each time fails after a hundred attempts, with the constraint", async () => {
  const failure = new SqlError.SqlError({
    reason: new SqlError.UniqueViolation({
      cause: { code: "23505", constraint: "prospects_email" },
      constraint: "prospects_email"
    })
  })
  let attempts = 0
  const exit = await Effect.runPromiseExit(write({
    actor: worker,
    load: Effect.void,
    decide: () => decided(undefined, { type: "prospect.discovered", subject_id: "1", data: {} }),
    save: () =>
      Effect.suspend(() => {
        attempts++
        return Effect.fail(failure)
      }),
    races: ["prospects_email"]
  }))
  expect([attempts, Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined]).toEqual([100, failure])
})
