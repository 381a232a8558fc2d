/** Every bound of the interface: a request within, and one a step beyond. Those of fields come from the OpenAPI document. */
import { maxBodyBytes } from "@candor/contract/Errors"
import { maxKeys } from "@candor/domain/access/ApiKey"
import { maxFeedback, maxNotes, maxTextBytes } from "@candor/domain/application/ApplicationSize"
import { maxNameBytes, maxStages } from "@candor/domain/job/Stage"
import { maxProfiles } from "@candor/domain/profile/AiProfile"
import { maxReasons } from "@candor/domain/rejection/RejectionReason"
import { maxProspectBytes, maxProspects } from "@candor/domain/sourcing/Prospect"
import { maxReplay } from "@candor/domain/webhook/WebhookDelivery"
import { maxWebhooks } from "@candor/domain/webhook/Webhook"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ErrorBody, JsonObject } from "./harness/Client.ts"
import { type World, world } from "./harness/World.ts"
import { type Bound, derive } from "./limits/Derived.ts"
import { callWith, isAt } from "./limits/Fields.ts"
import { probes } from "./limits/Probes.ts"

const { bounds } = derive(await Bun.file(new URL("../../../docs/openapi.json", import.meta.url)).json())

let made: World
beforeAll(async () => {
  made = await world(databases[0]!)
})
afterAll(() => made.backend.close())

/** Fields that take null, or have a default: an empty text is that. */
const isNullable = ({ field }: Bound) => /(?:^|\.)(?:file_type|department|location|university|linkedin_url|current_title|current_company)$/.test(field)

describe.each(bounds.map((bound) => [`${bound.operation} ${bound.field}`, bound] as const))("%s", (_, bound) => {
  const issuesWith = async (size: number) => {
    const { method, options, path } = callWith(bound, size, made.own)
    const { body, status } = await made.call<Partial<ErrorBody>>(method, path, options)
    const issues = (body.error?.details?.["issues"] ?? []) as ReadonlyArray<JsonObject>
    return { status, here: issues.filter((issue) => isAt(issue["path"] as ReadonlyArray<string | number>, bound.field)) }
  }

  test(`takes ${bound.min} and ${bound.max}, and tells at its path that ${bound.max + 1} is too much`, async () => {
    const hasMin = bound.min > 0 || bound.unit === "number"
    const within = hasMin ? [bound.min, bound.max] : [bound.max]
    const beyond = hasMin && !isNullable(bound) ? [bound.min - 1, bound.max + 1] : [bound.max + 1]
    for (const size of within) expect((await issuesWith(size)).here).toEqual([])
    for (const size of beyond) {
      const { here, status } = await issuesWith(size)
      expect({ size, status, issues: here.length > 0 }).toEqual({ size, status: 400, issues: true })
    }
  })
})

/** The bound of each probe, with the status beyond it. */
const beyond: Readonly<Record<keyof typeof probes, readonly [limit: number, status: number]>> = {
  "Notes on an application": [maxNotes.limit, 400],
  "Interview feedback on an application": [maxFeedback.limit, 400],
  "Texts of notes, feedback and answers on an application": [maxTextBytes.limit, 400],
  "AI profiles of a candidate, one for each new LinkedIn URL and each refresh": [maxProfiles.limit, 400],
  "Prospects of a search": [maxProspects.limit, 400],
  "Texts of a search's prospects, e-mail addresses excepted": [maxProspectBytes.limit, 400],
  "Stages of a job": [maxStages, 400],
  "Names of a job's stages": [maxNameBytes.limit, 400],
  "Rejection reasons": [maxReasons.limit, 400],
  Webhooks: [maxWebhooks.limit, 400],
  "API keys that are neither revoked nor expired": [maxKeys.limit, 400],
  "A field of a form beside the file": [1024, 400],
  "Parts of a form": [8, 400],
  "Body of a request": [maxBodyBytes, 413],
  "Request line and headers": [16_384, 431],
  "`X-Request-Id`": [128, 200],
  "Issues that an error lists": [100, 400],
  "Events of one replay": [maxReplay, 400]
}

test.each(Object.entries(beyond))("%s: beyond the limit of %p the status is %p", async (what, [limit, status]) => {
  const answer = await probes[what as keyof typeof probes](made, limit)
  expect(answer.status, answer.text).toBe(status)
})

test("12 requests that each make a note, of which 5 fit: exactly 5 are 201, and the others name the limit", async () => {
  const { backend, call, own: { keys, make } } = made
  const { id } = await make.application((await make.job()).id, (await make.candidate()).id)
  const note = await make.note(id)
  await backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`UPDATE applications SET notes_counted = ${maxNotes.limit - 5} WHERE id = ${id}`))
  const write = (n: number) =>
    call<Partial<ErrorBody>>("POST", `/applications/${id}/notes`, { key: keys.write, body: { note: `${n}` } })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => write(n)))
  expect(answers.filter(({ status }) => status === 201).length).toBe(5)
  const refused = answers.filter(({ status }) => status === 400).map(({ body }) => body.error?.details)
  expect(refused).toEqual(Array.from({ length: 7 }, () => ({ reason: "limit_reached", limit: maxNotes.limit, present: maxNotes.limit, added: 1 })))
  // Reading, moving and editing go on.
  const { application: { stage_id } } = (await call<{ application: { stage_id: string } }>("GET", `/applications/${id}`, { key: keys.read })).body
  expect((await call("POST", `/applications/${id}/move`, { key: keys.write, body: { stage_id } })).status).toBe(200)
  expect((await call("PATCH", `/applications/${id}/notes/${note.id}`, { key: keys.write, body: { note: "Longer" } })).status).toBe(200)
})
