/** Mails of persons who go, of candidates who are merged, and of many who write at once. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { CandidateAnonymised } from "@candor/domain/Anonymised"
import type { ApplicationId } from "@candor/domain/Id"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Delivery from "@candor/domain/mail/Delivery"
import { notify } from "@candor/domain/mail/Letter"
import { Mailboxes } from "@candor/domain/mail/Mailboxes"
import {
  assign,
  maxMessages,
  maxUnassigned,
  maxUnassignedBytes,
  MessageNotFound,
  remove
} from "@candor/domain/mail/Message"
import { Messages } from "@candor/domain/mail/Messages"
import { Outbox } from "@candor/domain/mail/Outbox"
import { later, now } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Cause, Effect, Exit, Option } from "effect"
import { SqlClient } from "effect/sql"
import { takeRemoval } from "./AttachmentCalls.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { copies, files, received, refused, setUp, workerOf, written } from "./MailCalls.ts"
import { meanwhile } from "./Meanwhile.ts"
import { merge, unmerge } from "./Merges.ts"
import { anonymise, apply, create } from "./Person.ts"
import { search } from "./SearchWorld.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const ada = { full_name: "Ada Lovelace", primary_email: "ada@example.com" }

/** An organization with mail, and an application of Ada. */
const here = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  yield* setUp(actor)
  const job = yield* newJob(actor, "Engineer")
  const application = yield* apply(actor, { job_id: job.id, candidate: ada })
  return { actor, application, job, worker: workerOf(actor) }
})

const page = { limit: 100, offset: 0 }
const thread = ({ organization_id }: Actor, application_id: ApplicationId) =>
  Effect.flatMap(
    Messages,
    (messages) =>
      Effect.map(messages.list(organization_id, { application_id }, page), ({ items }) => items.map(({ id }) => id))
  )
const inbox = ({ organization_id }: Actor) =>
  Effect.flatMap(
    Messages,
    (messages) =>
      Effect.map(messages.list(organization_id, "unassigned", page), ({ items }) => items.map(({ id }) => id))
  )

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Mails on ${database.name}`, () => {
    test("come to nobody once the candidate is anonymised, also meanwhile; nobody writes to them or gives them one", () =>
      run(Effect.gen(function*() {
        const { actor, application: { candidate, id }, worker } = yield* here
        yield* written(actor, id)
        const before = yield* received(worker, null, { sender: { name: null, email: "ADA@example.com" } }, [])
        const other = yield* received(worker, null, { sender: { name: null, email: "grace@example.com" } }, [])
        const reply = yield* meanwhile(anonymise(actor, candidate.id), received(worker, id, {}, []))
        expect([reply.application_id, yield* thread(actor, id), yield* inbox(actor)]).toEqual([null, [], [
          reply.id,
          other.id
        ]])
        expect(yield* Effect.flip((yield* Messages).get(actor.organization_id, before.id))).toBeInstanceOf(
          MessageNotFound
        )
        expect(yield* Effect.flip(written(actor, id))).toBeInstanceOf(CandidateAnonymised)
        const assigned = (yield* Messages).assign(
          actor,
          other.id,
          id,
          (assignable, context) => assign(assignable, id, context)
        )
        expect(yield* Effect.flip(assigned)).toBeInstanceOf(CandidateAnonymised)
        expect(yield* inbox(actor)).toHaveLength(2)
      })))

    test("that forward a reply of the candidate from another address go with the person, and those do not that a member declined", () =>
      run(Effect.gen(function*() {
        const { actor, application: { candidate, id }, job, worker } = yield* here
        const other = yield* apply(actor, {
          job_id: job.id,
          candidate: { full_name: "Grace", primary_email: "grace@example.com" }
        })
        const forwarded = {
          member: { id: actor.user_id!, full_name: "Jonas" },
          sender: { name: null, email: "unknown@home.example" },
          subject: "Re: Hello",
          body: "Yes",
          sent_at: null
        } as const
        const arrived = (application_id: ApplicationId, answer: "asked" | "declined") =>
          received(worker, null, { sender: { name: null, email: "jonas@acme.example" } }, [], {
            ...forwarded,
            application_id,
            answer
          })
        yield* arrived(id, "asked")
        const kept = [yield* arrived(id, "declined"), yield* arrived(other.id, "asked")]
        yield* anonymise(actor, candidate.id)
        expect((yield* inbox(actor)).toSorted()).toEqual(kept.map((mail) => mail.id).toSorted())
      })))

    test("that were decided while the candidate was anonymised are not stored", () =>
      run(Effect.gen(function*() {
        const { actor, application: { candidate, id }, worker } = yield* here
        expect(yield* Effect.flip(meanwhile(anonymise(actor, candidate.id), written(actor, id)))).toBeInstanceOf(
          CandidateAnonymised
        )
        const next = yield* apply(actor, { job_id: (yield* newJob(actor, "Cook")).id, candidate: ada })
        const mail = yield* received(worker, null, {}, [])
        const assigned = (yield* Messages).assign(actor, mail.id, next.id, (assignable, context) =>
          assign(assignable, next.id, context))
        expect(yield* Effect.flip(meanwhile(anonymise(actor, next.candidate.id), assigned))).toMatchObject({
          _tag: expect.stringMatching(/^(CandidateAnonymised|MessageNotFound)$/)
        })
        expect(yield* (yield* SqlClient.SqlClient)`SELECT FROM messages`).toEqual([])
      })))

    test("stay with their applications when candidates are merged, and when that is undone", () =>
      run(Effect.gen(function*() {
        const { actor, application } = yield* here
        const { id } = yield* written(actor, application.id)
        const other = yield* create(actor, { full_name: "A. Lovelace", primary_email: "lovelace@example.com" })
        yield* merge(actor, application.candidate.id, other.id)
        expect([yield* thread(actor, application.id), (yield* written(actor, application.id)).recipients[0]!.email])
          .toEqual([[id], "lovelace@example.com"])
        yield* unmerge(actor, application.candidate.id)
        expect([
          (yield* thread(actor, application.id)).length,
          (yield* written(actor, application.id)).recipients[0]!.email
        ]).toEqual([2, "ada@example.com"])
      })))

    test("of a deleted job are found nowhere, and not sent; the contents of a mail that is deleted are removed", () =>
      run(Effect.gen(function*() {
        const { actor, application, job, worker } = yield* here
        const { id } = yield* written(actor, application.id)
        const sql = yield* SqlClient.SqlClient
        const mail = yield* received(worker, null, {}, yield* files(worker))
        yield* (yield* Messages).remove(actor, mail.id, remove)
        expect(yield* sql`SELECT id FROM removed_contents`).toEqual([{ id: mail.files[0]!.id }])
        yield* sql`UPDATE jobs SET deleted_at = now() WHERE id = ${job.id}`
        const due = yield* (yield* Outbox).due(actor.organization_id, later(yield* now, 1000))
        expect([Option.isNone(due), yield* Effect.flip((yield* Messages).get(actor.organization_id, id))]).toEqual([
          true,
          new MessageNotFound({ id })
        ])
        expect(yield* Effect.flip(written(actor, application.id))).toBeInstanceOf(ApplicationNotFound)
        yield* sql`UPDATE jobs SET deleted_at = NULL`
        yield* (yield* Jobs).remove(actor, job.id)
        expect(yield* sql`SELECT FROM messages`).toEqual([])
      })))

    test("the content of a mail that belongs to nobody is named until the mail is deleted", () =>
      run(Effect.gen(function*() {
        const { actor, worker } = yield* here
        const mail = yield* received(worker, null, {}, yield* files(worker))
        const content = { organization_id: actor.organization_id, id: mail.files[0]!.id }
        const attachments = yield* Attachments
        expect(yield* attachments.isNamed(content)).toBe(true)
        yield* (yield* Messages).remove(actor, mail.id, remove)
        expect(yield* attachments.isNamed(content)).toBe(false)
      })))

    test("no mail is stored if the removal of one of its files was taken, and that of the others stays queued", () =>
      run(Effect.gen(function*() {
        const { actor, worker } = yield* here
        const sql = yield* SqlClient.SqlClient
        const [taken, other] = [yield* files(worker), yield* files(worker)]
        yield* takeRemoval(taken[0]!.id)
        const exit = yield* Effect.exit(received(worker, null, {}, [...taken, ...other]))
        expect(Exit.hasDies(exit)).toBe(true)
        expect(Cause.pretty(Exit.isFailure(exit) ? exit.cause : Cause.empty)).toContain("has ended")
        expect(yield* inbox(actor)).toEqual([])
        expect(yield* sql`SELECT id FROM queue WHERE queue_name = 'contents' AND acquired_at IS NULL`).toEqual([
          { id: other[0]!.id }
        ])
      })))

    test("that belong to nobody have room until they are too many, or too large, whatever notices and applications have", () =>
      run(Effect.gen(function*() {
        const { actor, application: { id }, worker } = yield* here
        const { hasRoom } = yield* Mailboxes
        const large = yield* Effect.map(
          files(worker),
          (files) => files.map((file) => ({ ...file, size_bytes: maxUnassignedBytes }))
        )
        const { id: mail } = yield* received(worker, null, {}, large)
        expect(yield* hasRoom(actor.organization_id)).toBe(false)
        yield* (yield* Messages).remove(actor, mail, remove)
        expect(yield* hasRoom(actor.organization_id)).toBe(true)
        const { id: small } = yield* received(worker, null, {}, [])
        yield* copies(small, maxUnassigned - 2)
        yield* received(worker, id, {}, [])
        expect(yield* hasRoom(actor.organization_id)).toBe(true)
        yield* copies(small, 1)
        expect(yield* hasRoom(actor.organization_id)).toBe(false)
      })))

    test("that come in for an application with as many as it may have are not stored", () =>
      run(Effect.gen(function*() {
        const { application: { id }, worker } = yield* here
        const { id: first } = yield* received(worker, id, { key: "first" }, [])
        yield* copies(first, maxMessages.limit - 2)
        yield* received(worker, id, {}, [])
        expect(yield* Effect.flip(received(worker, id, {}, []))).toMatchObject({
          _tag: "LimitReached",
          limit: maxMessages.limit
        })
        expect((yield* received(worker, id, { key: "first" }, [])).id).toBe(first)
      })))

    test("are there once for what makes them, and for what came in, by 8 at once", () =>
      run(Effect.gen(function*() {
        const { actor, application: { id }, worker } = yield* here
        const attempts = Array.from({ length: 8 }, () => [
          written(worker, id, { key: "event 1" }),
          received(worker, id, { key: "hash" }, [])
        ]).flat()
        const ids = (yield* Effect.all(attempts, { concurrency: "unbounded" })).map((mail) => mail.id)
        expect([new Set(ids).size, (yield* thread(actor, id)).length]).toEqual([2, 2])
      })))

    test("go out in their order, one after the other: none is due while another one is being sent, and one is again whose process died", () =>
      run(Effect.gen(function*() {
        const { actor, application: { id }, worker } = yield* here
        const outbox = yield* Outbox
        const [first, second] = [yield* written(actor, id), yield* written(actor, id)]
        const time = later(yield* now, 1000)
        const due = Effect.fnUntraced(function*(millis = 0) {
          return Option.map(yield* outbox.due(actor.organization_id, later(time, millis)), (mail) => mail.id)
        })
        expect(yield* due()).toEqual(Option.some(first.id))
        yield* (yield* Messages).modify(
          worker,
          first.id,
          (mail, context) => Delivery.claim(mail, later(time, 60_000), { ...context, actor: worker })
        )
        expect([yield* due(), yield* due(60_000)]).toEqual([Option.none(), Option.some(first.id)])
        yield* (yield* Messages).modify(
          worker,
          first.id,
          (mail, context) => Delivery.succeed(mail, null, { ...context, actor: worker })
        )
        expect(yield* due()).toEqual(Option.some(second.id))
      })))

    test("to members are in no thread, inbox or search, and no member's to read, assign or delete", () =>
      run(Effect.gen(function*() {
        const { actor, application: { id }, worker } = yield* here
        const draft = {
          subject: "Xylophone",
          body: "Xylophone",
          recipient: { name: "Ada", email: "ada@example.com" },
          key: "mention 1"
        }
        const messages = yield* Messages
        const notice = yield* messages.notify(worker, draft.key, (sender, context) => notify(draft, sender, context))
        yield* written(actor, id, { body: "Harpsichord lessons" })
        yield* received(worker, null, { body: "Xylophone again" }, [])
        expect([(yield* thread(actor, id)).length, (yield* inbox(actor)).length]).toEqual([1, 1])
        const calls: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
          messages.get(actor.organization_id, notice.id),
          messages.assign(actor, notice.id, id, (assignable, context) => assign(assignable, id, context)),
          messages.remove(actor, notice.id, remove),
          messages.modify(actor, notice.id, Delivery.cancel)
        ]
        for (const call of calls) expect(yield* Effect.flip(call)).toEqual(new MessageNotFound({ id: notice.id }))
        const sources = (query: string) =>
          Effect.map(
            search(actor, query, {}, 50),
            ({ items }) => items.flatMap(({ highlights }) => highlights.map(({ source }) => source))
          )
        expect([yield* sources("xylophone"), yield* sources("harpsichord")]).toEqual([[], ["message"]])
      })))

    test("to members are deleted once they ended some time ago, and no others", () =>
      run(Effect.gen(function*() {
        const { application: { id }, worker } = yield* here
        const messages = yield* Messages
        const sql = yield* SqlClient.SqlClient
        const told = (key: string) =>
          messages.notify(worker, key, (sender, context) =>
            notify(
              { key, subject: key, body: "See it", recipient: { name: "Ada", email: "ada@example.com" } },
              sender,
              context
            ))
        const ended = (key: string) =>
          Effect.flatMap(told(key), (notice) =>
            messages.modify(worker, notice.id, (mail, context) => Delivery.fail(mail, "550", context)))
        yield* ended("old")
        const waiting = yield* told("waiting")
        const letter = yield* refused(worker, id)
        yield* sql`UPDATE messages SET updated_at = ${later(yield* now, -91 * 86_400_000)}::timestamptz`
        const recent = yield* ended("recent")
        yield* (yield* Outbox).forgetNotices
        expect(yield* sql`SELECT id FROM messages ORDER BY id`).toEqual(
          [waiting.id, letter.id, recent.id].toSorted().map((id) => ({ id }))
        )
      })))
  })
}
