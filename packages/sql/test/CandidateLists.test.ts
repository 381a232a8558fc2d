import type { Actor } from "@candor/domain/access/Actor"
import type { CandidateState } from "@candor/domain/candidate/Candidate"
import { type CandidateFilter, type CandidatePosition, Candidates } from "@candor/domain/candidate/Candidates"
import * as TeamMember from "@candor/domain/team/TeamMember"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { Timestamp } from "@candor/domain/Timestamp"
import { CurrentViewer } from "@candor/sql/database/Viewer"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { apply, create, update } from "./Person.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const named = (actor: Actor, full_name: string, tags: ReadonlyArray<string> = []) =>
  create(actor, { full_name, primary_email: "one@example.com", tags })

/** All pages of the list by their cursors, two candidates at a time. */
const walk = (actor: Actor, filter: CandidateFilter) =>
  Effect.gen(function*() {
    const candidates = yield* Candidates
    const seen: Array<CandidateState> = []
    let after: CandidatePosition | undefined
    do {
      const { items, next } = yield* candidates.list(actor.organization_id, filter, { limit: 2, offset: 0, after })
      seen.push(...items)
      after = next
    } while (after !== undefined)
    return seen
  })

const names = (actor: Actor, filter: CandidateFilter) =>
  Effect.map(walk(actor, filter), (seen) => seen.map(({ full_name }) => full_name))

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Lists of candidates on ${database.name}`, () => {
    test("by name have every candidate once, in any case of letters, also those of one name", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        yield* named(stranger, "bob")
        const bobs = yield* Effect.forEach(["bob", "Bob", "bob"], (name) => named(actor, name))
        for (const name of ["dave", "Carol", "alice"]) yield* named(actor, name)
        const seen = yield* walk(actor, { sort: "name" })
        expect(seen.map(({ full_name }) => full_name.toLowerCase())).toEqual([
          "alice",
          "bob",
          "bob",
          "bob",
          "carol",
          "dave"
        ])
        expect(seen.slice(1, 4).map(({ id }) => id)).toEqual(bobs.map(({ id }) => id).toSorted())
        expect(yield* names(actor, {})).toEqual(["alice", "Carol", "dave", "bob", "Bob", "bob"])
      })))

    test("by family name have who has none by what the full name tells, on pages of any size", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const people: ReadonlyArray<readonly [full_name: string, family_name?: string]> = [
          ["Zoe Adams"],
          ["Lovelace, Ada"],
          ["Ada King", "Lovelace"],
          ["Martin King, Jr."],
          ["Dr. Bo Berg PhD"],
          ["Anna Bergman"],
          ["Jan van der Berg"],
          ["Émile Ågren"],
          ["Ana Smith-Jones"],
          ["María José García Márquez", "García Márquez"],
          ["Plato"],
          ["Nguyễn Thị Hương", "Nguyễn"],
          ["山田太郎"],
          ["李 娜"],
          ["Ann Lovelace"],
          ["Ann Lovelace"],
          ["???"],
          ["Jr."]
        ]
        yield* Effect.forEach(
          people,
          ([full_name, family_name = null]) => create(actor, { full_name, family_name, primary_email: null })
        )
        const expected = [
          "???",
          "Zoe Adams",
          "Émile Ågren",
          "Dr. Bo Berg PhD",
          "Jan van der Berg",
          "Anna Bergman",
          "María José García Márquez",
          "Jr.",
          "Martin King, Jr.",
          "Ada King",
          "Ann Lovelace",
          "Ann Lovelace",
          "Lovelace, Ada",
          "Nguyễn Thị Hương",
          "Plato",
          "Ana Smith-Jones",
          "山田太郎",
          "李 娜"
        ]
        expect(yield* names(actor, { sort: "family_name" })).toEqual(expected)
      })))

    test("have names of the most characters and bytes", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const name = (from: number) =>
          String.fromCodePoint(...Array.from({ length: 200 }, (_, n) => 0x20_000 + (from + n * 7919) % 40_000))
        const [full_name, family_name] = [name(0), name(1)]
        yield* create(actor, { full_name, family_name, primary_email: null })
        for (const sort of ["name", "family_name"] as const)
          expect(yield* names(actor, { sort })).toEqual([full_name])
      })))

    test("by change have the least recently changed first, and those that were changed since a time", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        for (const name of ["alice", "bob", "carol", "dave"]) yield* named(actor, name)
        yield* sql`UPDATE candidates SET updated_at = '2026-01-02T03:04:05.678Z' WHERE full_name = 'carol'`
        yield* sql`UPDATE candidates SET updated_at = '2026-01-02T03:04:05.679Z' WHERE full_name IN ('dave', 'alice')`
        const since = (updated_since: string) => ({ updated_since: Timestamp.make(updated_since) })
        expect(yield* names(actor, since("2026-01-02T03:04:05.678Z"))).toEqual(["carol", "alice", "dave", "bob"])
        expect(yield* names(actor, since("2026-01-02T03:04:05.679Z"))).toEqual(["alice", "dave", "bob"])
        const [carol] = yield* walk(actor, since("2026-01-01T00:00:00.000Z"))
        const { updated_at } = yield* update(actor, carol!.id, { university: "Yale" })
        expect(yield* walk(actor, { updated_since: updated_at })).toMatchObject([{ full_name: "carol", updated_at }])
      })))

    test("of a limited member have the candidates of the jobs of their teams, once each and in the same order", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id, user_id: member_id } = actor
        const jobs = yield* Effect.forEach(["Baker", "Cook", "Waiter"], (title) => newJob(actor, title))
        const teams = yield* TeamMembers
        const role = "interviewer"
        for (const job of jobs.slice(1)) {
          yield* teams.put(
            actor,
            job.id,
            member_id,
            (joining, context) => TeamMember.put(job.id, member_id, { role }, joining, context)
          )
        }
        const appliedFor = { dave: [0, 1, 2], Alice: [1], bob: [0], carol: [2], eve: [] } as const
        for (const [name, of] of Object.entries(appliedFor)) {
          const { id } = yield* create(actor, { full_name: name, primary_email: null, tags: ["cook"] })
          yield* Effect.forEach(of, (at) => apply(actor, { job_id: jobs[at]!.id, candidate_id: id }))
        }
        const viewer = { organization_id, member_id, job_access: "team" } as const
        const inOrder = [
          [{}, ["carol", "Alice", "dave"]],
          [{ sort: "name" }, ["Alice", "carol", "dave"]],
          [{ sort: "family_name" }, ["Alice", "carol", "dave"]],
          [{ updated_since: Timestamp.make("2026-01-01T00:00:00.000Z") }, ["dave", "Alice", "carol"]],
          [{ tag: "cook" }, ["carol", "Alice", "dave"]]
        ] as const
        for (const [filter, expected] of inOrder) {
          const seen = yield* Effect.provideService(names(actor, filter), CurrentViewer, viewer)
          expect([filter, seen]).toEqual([filter, [...expected]])
        }
      })))
  })
}
