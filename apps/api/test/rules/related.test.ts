/** Erasures of a person who has several records: what the answers name, and what is erased with them. */
import type { Related } from "@candor/domain/candidate/Related"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { freshEmail } from "../harness/Makers.ts"
import { type World, world } from "../harness/World.ts"

/** The ids of two candidates and a prospect of one person. */
interface Person {
  readonly first: string
  readonly second: string
  readonly prospect: string
}

/** Each erasure: its method and path, and the records that it names. */
type Erasure = readonly [name: string, method: string, path: (person: Person) => string, others: (person: Person) => ReadonlyArray<string>]

const erasures: ReadonlyArray<Erasure> = [
  ["anonymising a candidate", "POST", ({ first }) => `/candidates/${first}/anonymise`, ({ prospect, second }) => [second, prospect]],
  ["deleting a candidate", "DELETE", ({ first }) => `/candidates/${first}`, ({ prospect, second }) => [second, prospect]],
  ["deleting a prospect", "DELETE", ({ prospect }) => `/sourcing/prospects/${prospect}`, ({ first, second }) => [first, second]]
]

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const person = async (): Promise<Person> => {
      const { make } = here.own
      const email = freshEmail()
      const first = await make.candidate({ primary_email: email })
      const second = await make.candidate({ primary_email: email.toUpperCase() })
      const prospect = await make.prospect((await make.search()).id, { email })
      return { first: first.id, second: second.id, prospect: prospect.id }
    }
    const send = <Body = { related: Related }>(method: string, path: string) => here.call<Body>(method, path, { key: here.own.keys.write })
    const idsOf = ({ candidates, prospects }: Related): ReadonlyArray<string> => [...candidates, ...prospects].map(({ id }) => id)
    const isKnown = async (path: string): Promise<boolean> => {
      const { body, status } = await send<{ candidate?: { anonymised_at: string | null } }>("GET", path)
      return status === 200 && (body.candidate?.anonymised_at ?? null) === null
    }

    test.each(erasures)("%s names the person's other records, in a dry run too, and leaves them", async (_, method, path, others) => {
      const one = await person()
      const before = await here.backend.run(digest)
      for (const query of ["?dry_run=true", "?dry_run=true&include_related=true"]) {
        expect(idsOf(having(200)(await send(method, `${path(one)}${query}`)).body.related)).toEqual(others(one))
      }
      expect(await here.backend.run(digest)).toEqual(before)
      const { related } = having(200)(await send(method, `${path(one)}?include_related=false`)).body
      expect(idsOf(related)).toEqual(others(one))
      expect(related.has_more).toBe(false)
      expect(related.candidates.every(({ full_name, reasons }) => full_name !== "" && reasons.join() === "email")).toBe(true)
      const kept = [one.first, one.second, one.prospect].filter((id) => others(one).includes(id))
      for (const id of kept) expect(await isKnown(id === one.prospect ? `/sourcing/prospects/${id}` : `/candidates/${id}`)).toBe(true)
    })

    test.each(erasures)("%s with another value, with it in the body, or of a record that is not there, is refused and erases nobody", async (_, method, path) => {
      const one = await person()
      const before = await here.backend.run(digest)
      for (const value of ["yes", "1", "TRUE", ""]) {
        const { error } = having(400)(await send<ErrorBody>(method, `${path(one)}?include_related=${value}`)).body
        expect(error.details?.["issues"]).toMatchObject([{ path: ["include_related"] }])
      }
      for (const query of ["", "?dry_run=true"]) {
        const options = { key: here.own.keys.write, body: { include_related: true } }
        const { error } = having(400)(await here.call<ErrorBody>(method, `${path(one)}${query}`, options)).body
        expect(error.details?.["issues"]).toEqual([{ path: ["include_related"], message: "Expected in the query: ?include_related=true" }])
      }
      const absent = { first: crypto.randomUUID(), second: "", prospect: crypto.randomUUID() }
      having(404)(await send(method, `${path(absent)}?include_related=true`))
      expect(await here.backend.run(digest)).toEqual(before)
    })
  })
}
