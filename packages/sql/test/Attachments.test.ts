import type { Actor } from "@candor/domain/access/Actor"
import * as Attachment from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { ofApplication, ofCandidate, ofOrganization } from "@candor/domain/attachment/FileUsage"
import { type ApplicationId, AttachmentId, type CandidateId, type OrganizationId } from "@candor/domain/Id"
import { Imports } from "@candor/domain/import/Imports"
import * as OrganizationImport from "@candor/domain/import/OrganizationImport"
import { OrganizationImports } from "@candor/domain/import/OrganizationImports"
import { DeletedJobs } from "@candor/domain/job/DeletedJobs"
import { Jobs } from "@candor/domain/job/Jobs"
import { isOfCandidate, type Owner } from "@candor/domain/part/Owner"
import * as StoredAttachments from "@candor/sql/repositories/attachment/Attachments"
import { maxDirectRows } from "@candor/sql/repositories/job/JobRemoval"
import { describe, expect, test } from "bun:test"
import { Effect, Exit, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { add, attached, takeRemoval } from "./AttachmentCalls.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { uploadingTo } from "./ImportCalls.ts"
import { jobWith, rowsOfOne } from "./LargeJob.ts"
import { meanwhile } from "./Meanwhile.ts"
import { anonymise, remove } from "./Person.ts"
import { countingRows } from "./RowCounts.ts"
import * as World from "./World.ts"

/** The contents whose removal is queued, once the work is done that deletions have queued. */
const queued = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { queueRemovals } = yield* Attachments
  const deletions = yield* sql<{ organization_id: OrganizationId }>`
    DELETE FROM queue WHERE queue_name = 'removed_contents' RETURNING element::jsonb ->> 'organization_id' AS organization_id`
  yield* Effect.forEach(deletions, ({ organization_id }) => queueRemovals(organization_id))
  const rows = yield* sql<{ id: string; is_due: boolean }>`
    SELECT element::json ->> 'id' AS id, visible_at <= now() AS is_due FROM queue WHERE queue_name = 'contents' ORDER BY 1`
  return rows.map(({ id, is_due }) => [id, is_due] as const)
})

/** What is counted of an organization's files: of its applications and candidates with files, and of itself. */
const usage = ({ organization_id }: Actor) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.all([
      sql`SELECT files_counted, file_bytes FROM (
          SELECT organization_id, files_counted, file_bytes FROM applications
          UNION ALL SELECT organization_id, files_counted, file_bytes FROM candidates
        ) owner
        WHERE organization_id = ${organization_id} AND files_counted <> 0 ORDER BY file_bytes`,
      sql`SELECT files_counted, file_bytes FROM file_usage WHERE organization_id = ${organization_id}`
    ]))

const limitsOf = { "an application": ofApplication, "a candidate": ofCandidate }
const kinds = ["an application", "a candidate"] as const

const oneOwner = Effect.fn("oneOwner")(function*(kind: keyof typeof limitsOf) {
  const { actor } = yield* World.organization({ name: "Acme" })
  const { applications: [application] } = yield* jobWith(actor, "Engineer", 1)
  const { candidate_id, id } = application!
  const owner: Owner = kind === "an application" ? { application_id: id } : { candidate_id }
  return { actor, owner, candidate: candidate_id }
})

const setUsage = (owner: Owner, files: number, bytes: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const [table, id] = isOfCandidate(owner)
      ? ["candidates", owner.candidate_id]
      : ["applications", owner.application_id]
    return sql`UPDATE ${sql(table)} SET files_counted = ${files}, file_bytes = ${bytes} WHERE id = ${id}`
  })

for (const database of databases) {
  const run = runOn(forFile(database))

  test(`No archive of an import on ${database.name}, and no part of one, is stored whose removal was taken`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const content_id = yield* (yield* Attachments).reserve(actor, null)
      yield* takeRemoval(content_id)
      const archives = yield* OrganizationImports
      const part = { number: 1, content_id, size_bytes: 5, sha256: "0".repeat(64) }
      const id = yield* uploadingTo(actor)
      const attempts: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        archives.receive(
          actor,
          id,
          part,
          (stored, present, context) => OrganizationImport.receive(stored, part, present, context)
        ),
        archives.create(actor, part, (usage, context) =>
          OrganizationImport.upload(
            { content_id, original_filename: "acme.zip", size_bytes: 5 },
            actor.user_id,
            usage,
            context
          ))
      ]
      for (const attempt of attempts) expect(Exit.hasDies(yield* Effect.exit(attempt))).toBe(true)
      const { items } = yield* (yield* Imports).list(actor.organization_id, { limit: 10, offset: 0 })
      expect(items.map((one) => one.id)).toEqual([id])
    })))

  for (const kind of kinds) {
    describe(`Attachments of ${kind} on ${database.name}`, () => {
      test("a reservation queues the removal for later; the row takes it back, and its deletion queues it again, due", () =>
        run(Effect.gen(function*() {
          const { actor, owner } = yield* oneOwner(kind)
          const attachments = yield* Attachments
          const id = yield* attachments.reserve(actor, owner)
          expect(yield* queued).toEqual([[id, false]])
          const added = yield* add(actor, owner, id)
          expect(yield* queued).toEqual([])
          const { application_id: _, candidate_id: __, content_digest: ___, hidden_text: ____, text: _____, ...shown } =
            added
          expect(yield* attachments.get(actor.organization_id, owner, id)).toEqual(shown)
          expect(yield* attachments.isNamed({ organization_id: actor.organization_id, id })).toBe(true)
          yield* attachments.remove(actor, owner, id, Attachment.remove)
          expect(yield* queued).toEqual([[id, true]])
          expect(yield* attachments.isNamed({ organization_id: actor.organization_id, id })).toBe(false)
        })))

      test("no row is stored for a content whose removal was taken, or was never queued", () =>
        run(Effect.gen(function*() {
          const { actor, owner } = yield* oneOwner(kind)
          const attachments = yield* Attachments
          const before = yield* attachments.list(actor.organization_id, owner)
          const taken = yield* attachments.reserve(actor, owner)
          yield* takeRemoval(taken)
          for (const id of [taken, AttachmentId.make(crypto.randomUUID())]) {
            expect(Exit.hasDies(yield* Effect.exit(add(actor, owner, id)))).toBe(true)
          }
          expect(yield* attachments.list(actor.organization_id, owner)).toEqual(before)
          expect(yield* usage(actor)).toEqual([[], []])
        })))

      test("an upload whose candidate is anonymised meanwhile is refused, and stays queued for removal", () =>
        run(Effect.gen(function*() {
          const { actor, candidate, owner } = yield* oneOwner(kind)
          const id = yield* (yield* Attachments).reserve(actor, owner)
          const late = yield* meanwhile(anonymise(actor, candidate), add(actor, owner, id)).pipe(Effect.flip)
          expect(late).toMatchObject({ _tag: "CandidateAnonymised" })
          expect(yield* queued).toEqual([[id, false]])
        })))

      test("at once with 3 files left of it, and of its organization: exactly 3 are added", () =>
        run(Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const { actor, owner } = yield* oneOwner(kind)
          const attempts = () =>
            Effect.all(Array.from({ length: 8 }, () => Effect.exit(attached(actor, owner))), {
              concurrency: "unbounded"
            })
          yield* setUsage(owner, limitsOf[kind].files.limit - 3, 0)
          expect((yield* attempts()).filter(Exit.isSuccess)).toHaveLength(3)
          yield* setUsage(owner, 0, 0)
          yield* sql`UPDATE file_usage SET files_counted = ${ofOrganization.files.limit - 3}`
          expect((yield* attempts()).filter(Exit.isSuccess)).toHaveLength(3)
        })))

      test("its bytes and those of an organization's files are bounded: one more is refused", () =>
        run(Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const { actor, owner } = yield* oneOwner(kind)
          const attempt = (size_bytes: number) => Effect.flip(attached(actor, owner, { size_bytes }))
          yield* setUsage(owner, 1, limitsOf[kind].bytes.limit - 10)
          expect(yield* attempt(11)).toMatchObject({ _tag: "LimitReached", what: limitsOf[kind].bytes.what, added: 11 })
          yield* attached(actor, owner, { size_bytes: 10 })
          yield* setUsage(owner, 0, 0)
          yield* sql`UPDATE file_usage SET file_bytes = ${ofOrganization.bytes.limit - 10}`
          expect(yield* attempt(11)).toMatchObject({ _tag: "LimitReached", what: ofOrganization.bytes.what, added: 11 })
        })))
    })
  }

  describe(`Attachments on ${database.name}`, () => {
    test("a deleted job, small or large, counts its files no more and queues the removal of each content", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const kept = yield* jobWith(actor, "Cook", 1)
        const stays = yield* attached(actor, kept.applications[0]!.id, { size_bytes: 10 })
        for (const count of [2, maxDirectRows / rowsOfOne + 1]) {
          const { applications, job } = yield* jobWith(actor, "Engineer", count)
          const files = yield* Effect.forEach(applications.slice(0, 2), ({ id }) => attached(actor, id))
          expect((yield* usage(actor))[1]).toEqual([{ files_counted: 3, file_bytes: 2010 }])
          const before = yield* queued
          yield* (yield* Jobs).remove(actor, job.id)
          const deleted = yield* DeletedJobs
          yield* deleted.removeApplications(actor.organization_id, job.id, { maxRows: 10_000, after: undefined })
          const ids = files.map(({ id }) => id as string).toSorted()
          expect((yield* queued).filter(([id]) => !before.some(([other]) => other === id))).toEqual(
            ids.map((id) => [id, true])
          )
          expect(yield* usage(actor)).toEqual([[{ files_counted: 1, file_bytes: 10 }], [{
            files_counted: 1,
            file_bytes: 10
          }]])
        }
        expect(yield* (yield* Attachments).isNamed({ organization_id: actor.organization_id, id: stays.id })).toBe(true)
      })))

    test("a candidate who is anonymised or deleted counts no files, and the removal of each content is queued", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { applications: [one, other] } = yield* jobWith(actor, "Cook", 2)
        const filesOf = ({ candidate_id, id }: { readonly candidate_id: CandidateId; readonly id: ApplicationId }) =>
          Effect.forEach([{ application_id: id }, { candidate_id }], (owner) => attached(actor, owner))
        const [first, second] = [yield* filesOf(one!), yield* filesOf(other!)].map((files) =>
          files.map(({ id }) => [id, true] as const)
        )
        yield* anonymise(actor, one!.candidate_id)
        expect(yield* queued).toEqual(first!)
        yield* remove(actor, other!.candidate_id)
        expect(yield* queued).toEqual([...first!, ...second!])
        expect(yield* usage(actor)).toEqual([[], [{ files_counted: 0, file_bytes: 0 }]])
      })))

    test("a file that moves to another application is counted there", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        const { applications: [one, other] } = yield* jobWith(actor, "Cook", 2)
        yield* attached(actor, one!.id)
        const { id } = yield* attached(actor, one!.id, { size_bytes: 10 })
        yield* sql`UPDATE attachments SET application_id = ${
          other!.id
        } WHERE organization_id = ${actor.organization_id} AND id = ${id}`
        expect(yield* usage(actor)).toEqual([
          [{ files_counted: 1, file_bytes: 10 }, { files_counted: 1, file_bytes: 1000 }],
          [{ files_counted: 2, file_bytes: 1010 }]
        ])
        expect(yield* queued).toEqual([])
      })))

    test("rows that a server of an earlier version deletes are found later, and the removals of a thousand contents queued at a time", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const owners = yield* Effect.forEach(["Acme", "Other"], (name) => World.organization({ name }))
        const files = yield* Effect.forEach(
          owners,
          ({ actor }) =>
            Effect.flatMap(jobWith(actor, "Cook", 1), ({ applications: [one] }) => attached(actor, one!.id))
        )
        yield* sql`DELETE FROM applications`
        yield* sql`INSERT INTO removed_contents SELECT ${
          owners[0]!.actor.organization_id
        }, gen_random_uuid() FROM generate_series(1, 1000)`
        const { client, counts } = countingRows(sql, "removed_contents")
        yield* Effect.flatMap(Attachments, ({ queueAllRemovals }) => queueAllRemovals).pipe(
          Effect.provide(
            Layer.fresh(StoredAttachments.layer).pipe(
              Layer.provide([Layer.succeed(SqlClient.SqlClient, client), SecureRandom.layerWebCrypto])
            )
          )
        )
        expect(counts.toSorted((a, b) => a - b)).toEqual([1, 1, 2, 1000])
        expect((yield* queued).map(([id]) => id)).toEqual(expect.arrayContaining(files.map(({ id }) => id)))
      })))
  })
}
