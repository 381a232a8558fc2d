/** The language of an organization after an administrator has signed in by a link with a browser in German. */
import type { Actor } from "@candor/domain/access/Actor"
import { update } from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { defaultNames } from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { newJob } from "@candor/sql/testing/WebhookWorld"
import * as World from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { make } from "../src/signin/FirstLanguage.ts"

const run = runOn(forFile(databases[0]!))
const { de: [german], en: [english] } = defaultNames

/** Signs in with these services; returns the organization's language, and the name of its first rejection reason. */
const signIn = Effect.fnUntraced(
  function*({ organization_id, ...rest }: Actor, replaced: Partial<Organizations["Service"]> = {}) {
    const organizations = yield* Organizations
    const setLanguage = yield* Effect.provideService(make, Organizations, { ...organizations, ...replaced })
    yield* Effect.provideService(
      setLanguage({ organization_id, ...rest }, "admin"),
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(new Request("http://localhost", { headers: { "accept-language": "de-AT,en;q=0.5" } }))
    )
    const reasons = yield* (yield* RejectionReasons).list(organization_id)
    return [(yield* organizations.get(organization_id)).language, reasons[0]?.name]
  }
)

test("is the browser's, as are the names of the rejection reasons", () =>
  run(Effect.gen(function*() {
    const { actor } = yield* World.organization({ name: "Acme" })
    expect(yield* signIn(actor)).toEqual(["de", german])
  })))

test("leaves the rejection reasons as they are where there are jobs: applications may have been rejected for them", () =>
  run(Effect.gen(function*() {
    const { actor } = yield* World.organization({ name: "Acme" })
    yield* newJob(actor, "Engineer")
    expect(yield* signIn(actor)).toEqual(["de", english])
  })))

test("is that of another administrator who signs in at the same time and is first", () =>
  run(Effect.gen(function*() {
    const { actor } = yield* World.organization({ name: "Acme" })
    const organizations = yield* Organizations
    const before = yield* organizations.get(actor.organization_id)
    yield* organizations.modify(actor, (organization, context) => update(organization, { language: "en" }, context))
    expect(yield* signIn(actor, { get: () => Effect.succeed(before) })).toEqual(["en", english])
  })))

test("stays none where it cannot be stored, and the sign-in does not fail", () =>
  run(Effect.gen(function*() {
    const { actor } = yield* World.organization({ name: "Acme" })
    expect(yield* signIn(actor, { modify: () => Effect.die("The database is gone") })).toEqual([null, english])
  })))
