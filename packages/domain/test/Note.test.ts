import type { DecisionContext } from "@candor/domain/Decision"
import { ApiKeyId, ApplicationId, CandidateId, OrganizationId, UserId } from "@candor/domain/Id"
import { LimitReached } from "@candor/domain/Limit"
import {
  edit,
  NotNoteAuthor,
  NoteDraft,
  NotePatch,
  NoteState,
  NoteWithoutTeam,
  remove,
  write
} from "@candor/domain/note/Note"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const application = ApplicationId.make(uuid(1))
const ada = UserId.make(uuid(2))
const grace = UserId.make(uuid(3))

let ids = 100
const context = (user_id: UserId, now: string): DecisionContext => ({
  actor: {
    organization_id: OrganizationId.make(uuid(4)),
    user_id,
    api_key_id: ApiKeyId.make(uuid(5)),
    request_id: "test"
  },
  now: Timestamp.make(now),
  nextId: () => uuid(ids++)
})

const written = "2026-11-20T09:30:00.000Z"
const later = "2026-11-20T10:00:00.000Z"
const note = () =>
  Result.getOrThrow(write({ application_id: application }, { note: "Strong on systems." }, context(ada, written)))
    .entity

/** A note as events tell it. */
const told = ({ unseen_by: _, ...note }: NoteState) => note

describe("write", () => {
  test("a new note is its writer's, on its application, as of now", () => {
    const { entity, events } = Result.getOrThrow(
      write({ application_id: application }, { note: "Hello" }, context(ada, written))
    )
    expect(entity).toEqual({
      id: entity.id,
      application_id: application,
      author_id: ada,
      body: "Hello",
      visibility: "everyone",
      external_ids: [],
      mentioned_member_ids: [],
      unseen_by: [],
      created_at: Timestamp.make(written),
      updated_at: Timestamp.make(written),
      version: 1
    })
    expect(events).toEqual([{ type: "note.created", subject_id: entity.id, data: told(entity) }])
    expect(Schema.is(NoteState)(entity)).toBe(true)
  })
})

describe("edit", () => {
  test.each<readonly [object, boolean]>([
    [{ note: "Hire." }, true],
    [{ note: "Hire.", visibility: "team" }, true],
    [{}, false],
    [{ visibility: "team" }, false],
    [{ note: "" }, false]
  ])("a patch %p has its note: %p", (patch, is) => expect(Schema.is(NotePatch)(patch)).toBe(is))

  test("by the author changes the content, keeps created_at and moves updated_at", () => {
    const before = note()
    const { entity, events } = Result.getOrThrow(edit(before, { note: "Hire." }, context(ada, later)))
    expect(entity).toEqual({ ...before, body: "Hire.", updated_at: Timestamp.make(later), version: 2 })
    expect(events).toEqual([{ type: "note.updated", subject_id: before.id, data: told(entity) }])
  })

  test("with the same content changes nothing and has no event", () => {
    const before = note()
    expect(Result.getOrThrow(edit(before, { note: before.body }, context(ada, later)))).toEqual({
      entity: before,
      events: []
    })
  })

  test.each(["Hire.", "Strong on systems."])("by somebody else fails, whatever the content: %s", (text) => {
    const before = note()
    expect(edit(before, { note: text }, context(grace, later))).toEqual(
      Result.fail(new NotNoteAuthor({ id: before.id }))
    )
  })
})

describe("mentions", () => {
  const naming = (...ids: ReadonlyArray<UserId>) => ({ note: ids.map((id) => `[@Somebody](member:${id})`).join(" ") })
  const alan = UserId.make(uuid(6))
  const members = [ada, grace, alan]
  const mentioning = (...ids: ReadonlyArray<UserId>) =>
    Result.getOrThrow(write({ application_id: application }, naming(...ids), context(ada, written), members)).entity

  test("wait for the members who are mentioned, but not for the author", () => {
    expect(mentioning(grace, ada, UserId.make(uuid(7)))).toMatchObject({
      mentioned_member_ids: [grace, ada],
      unseen_by: [grace]
    })
  })

  test("of an edit wait for those who were not mentioned before, or have not seen it", () => {
    const before = { ...mentioning(ada, grace, alan), unseen_by: [alan] }
    expect(Result.getOrThrow(edit(before, naming(grace, ada), context(ada, later), members)).entity)
      .toMatchObject({ mentioned_member_ids: [grace, ada], unseen_by: [] })
    expect(Result.getOrThrow(edit({ ...mentioning(alan) }, naming(alan, grace), context(ada, later), members)).entity)
      .toMatchObject({ mentioned_member_ids: [alan, grace], unseen_by: [alan, grace] })
    expect(Result.getOrThrow(edit(before, { note: before.body, visibility: "team" }, context(ada, later))).entity)
      .toMatchObject({ ...before, visibility: "team", updated_at: later, version: 2 })
  })

  test("are at most 20", () => {
    const many = Array.from({ length: 21 }, (_, at) => UserId.make(uuid(1000 + at)))
    const draft = naming(...many)
    const attempt = (members: ReadonlyArray<UserId>) =>
      write({ application_id: application }, draft, context(ada, written), members)
    expect(Result.isSuccess(attempt(many.slice(1)))).toBe(true)
    expect(Result.merge(attempt(many))).toBeInstanceOf(LimitReached)
  })
})

test("a note on a candidate cannot be for a team", () => {
  const owner = { candidate_id: CandidateId.make(uuid(8)) }
  const refused = Result.fail(new NoteWithoutTeam())
  expect(write(owner, { note: "Hello", visibility: "team" }, context(ada, written))).toEqual(refused)
  const note = Result.getOrThrow(write(owner, { note: "Hello" }, context(ada, written))).entity
  expect(edit(note, { note: "Hello", visibility: "team" }, context(ada, later))).toEqual(refused)
})

describe("remove", () => {
  test("by the author has an event without the content", () => {
    const before = note()
    expect(Result.getOrThrow(remove(before, context(ada, later))).events).toEqual([
      {
        type: "note.deleted",
        subject_id: before.id,
        data: { id: before.id, application_id: application, visibility: "everyone" }
      }
    ])
  })

  test("by somebody else fails", () => {
    const before = note()
    expect(remove(before, context(grace, later))).toEqual(Result.fail(new NotNoteAuthor({ id: before.id })))
  })
})

describe("content", () => {
  const accepted = Schema.is(NoteDraft)

  test.each([1, 50_000])("of %d characters is accepted", (length) => {
    expect(accepted({ note: "x".repeat(length) })).toBe(true)
  })

  test.each([
    ["empty", ""],
    ["blank", " \n\t"],
    ["of 50001 characters", "x".repeat(50_001)],
    ["with U+0000", "a\u0000b"],
    ["with half a surrogate pair", "a\ud83d"]
  ])("that is %s is refused", (_, text) => {
    expect(accepted({ note: text })).toBe(false)
  })

  test("is required", () => {
    expect(accepted({})).toBe(false)
  })
})
