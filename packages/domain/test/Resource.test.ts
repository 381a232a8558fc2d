import type { DecisionContext } from "@candor/domain/Decision"
import { ApiKeyId, OrganizationId, UserId } from "@candor/domain/Id"
import { LimitReached } from "@candor/domain/Limit"
import { mailTemplates } from "@candor/domain/mail/MailTemplate"
import { type Known, NameTaken, ResourceInUse } from "@candor/domain/Resource"
import { sourcingSearches } from "@candor/domain/sourcing/SourcingSearch"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const [now, later] = [Timestamp.make("2026-11-20T09:30:00.000Z"), Timestamp.make("2026-11-20T09:31:00.000Z")]
const context: DecisionContext = {
  actor: {
    organization_id: OrganizationId.make(uuid(1)),
    user_id: UserId.make(uuid(2)),
    api_key_id: ApiKeyId.make(uuid(3)),
    request_id: "test"
  },
  now,
  nextId: () => uuid(9)
}
const nothing: Known = { present: 0, same_id: null, uses: [], tree: [] }
const template = { name: "Thanks", subject: "Thank you", body: "Dear {{ candidate.first_name }}" }
const failureOf = <A, E>(result: Result.Result<A, E>) => Result.getOrThrow(Result.flip(result))

describe("a new row", () => {
  test("has what the request gives, what nobody gave, an id, times and a version, as far as its noun has them", () => {
    const search = Result.getOrThrow(sourcingSearches.create({ name: "Rust in Berlin" }, nothing, context))
    const row = { id: uuid(9), name: "Rust in Berlin", query: null, prospect_count: 0, created_at: now, version: 1 }
    expect(search.entity).toEqual(row as typeof search.entity)
    const { version: _, ...shown } = row
    expect(search.events).toEqual([{ type: "sourcing_search.created", subject_id: uuid(9), data: shown }])
    const { entity } = Result.getOrThrow(mailTemplates.create(template, nothing, context))
    expect(entity).toEqual({ ...template, id: uuid(9), created_at: now, updated_at: now, version: 1 } as typeof entity)
  })

  test("is refused beyond the limit, and with the name of another", () => {
    expect(failureOf(mailTemplates.create(template, { ...nothing, present: 200 }, context))).toBeInstanceOf(
      LimitReached
    )
    const taken = failureOf(mailTemplates.create(template, { ...nothing, same_id: uuid(7) }, context))
    expect(taken).toEqual(new NameTaken({ subject: "mail_template", id: uuid(7) }))
  })
})

describe("a patch", () => {
  const row = Result.getOrThrow(mailTemplates.create(template, nothing, context)).entity

  test("changes the given fields, the time and the version, with one event", () => {
    const { entity, events } = Result.getOrThrow(
      mailTemplates.update(row, { body: "Hello" }, nothing, { ...context, now: later })
    )
    expect(entity).toEqual({ ...row, body: "Hello", updated_at: later, version: 2 })
    expect(events).toEqual([{ type: "mail_template.updated", subject_id: row.id, data: { ...entity } }])
  })

  test.each([{}, { name: "Thanks" }, { ...template }])("of %j changes nothing", (patch) => {
    expect(mailTemplates.update(row, patch, nothing, context)).toEqual(Result.succeed({ entity: row, events: [] }))
  })

  test("may give the row's own name in other letters, and not that of another", () => {
    expect(Result.isSuccess(mailTemplates.update(row, { name: "THANKS" }, { ...nothing, same_id: row.id }, context)))
      .toBe(true)
    expect(failureOf(mailTemplates.update(row, { name: "Other" }, { ...nothing, same_id: uuid(7) }, context)))
      .toBeInstanceOf(NameTaken)
  })
})

describe("a deletion", () => {
  const row = Result.getOrThrow(mailTemplates.create(template, nothing, context)).entity

  test("leaves an event with the id alone", () => {
    expect(Result.getOrThrow(mailTemplates.remove(row, nothing)).events)
      .toEqual([{ type: "mail_template.deleted", subject_id: row.id, data: { id: row.id } }])
  })

  test("is refused while the row is in use, and names by what", () => {
    expect(failureOf(mailTemplates.remove(row, { ...nothing, uses: ["template_id"] })))
      .toEqual(new ResourceInUse({ subject: "mail_template", uses: ["template_id"] }))
  })
})
