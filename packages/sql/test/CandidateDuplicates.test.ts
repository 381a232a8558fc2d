import { CandidateNotFound } from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { merge } from "./Merges.ts"
import { anonymise, create } from "./Person.ts"
import * as World from "./World.ts"

const linkedin_url = "https://www.linkedin.com/in/jose"
const jose = {
  full_name: "José Núñez",
  primary_email: "jose@example.com",
  linkedin_url,
  university: "Universidad de Málaga"
}

const found = (organization: OrganizationId, id: CandidateId) =>
  Effect.flatMap(
    Candidates,
    (candidates) =>
      Effect.map(candidates.duplicates(organization, id), (duplicates) =>
        duplicates.map(({ candidate, reasons }) => [candidate.id, reasons] as const))
  )

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Possible duplicates on ${database.name}`, () => {
    test("have the same LinkedIn URL, e-mail address, or name with university, however they are written", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        const other = { full_name: "Somebody", primary_email: "somebody@example.com" }
        const { id } = yield* create(actor, jose)
        const byName = yield* create(actor, { ...other, full_name: "JOSE  NUNEZ", university: "universidad de malaga" })
        const byEmail = yield* create(actor, { ...other, primary_email: "Jose+jobs@Example.com" })
        const byLinkedIn = yield* create(actor, { ...other, linkedin_url })
        const byAll = yield* create(actor, jose)
        const byNameAlone = yield* create(actor, { ...other, full_name: "José Núñez" })
        yield* create(actor, { ...other, full_name: "José Núñez", university: "Universidad de Sevilla" })
        yield* create(actor, { ...other, university: "Universidad de Málaga" })
        yield* create(stranger, jose)
        expect(yield* found(actor.organization_id, id)).toEqual([
          [byAll.id, ["linkedin_url", "email", "name_and_university"]],
          [byLinkedIn.id, ["linkedin_url"]],
          [byEmail.id, ["email"]],
          [byName.id, ["name_and_university"]],
          [byNameAlone.id, ["name"]]
        ])
        expect(yield* Effect.flip(found(stranger.organization_id, id))).toBeInstanceOf(CandidateNotFound)
      })))

    test("have the same name in any order of its words, without initials", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const of = (full_name: string) => create(actor, { full_name, primary_email: null })
        const { id } = yield* of("Ada Zz")
        const same = yield* Effect.forEach(["Zz, Ada", "Ada M. Zz", "ZZ ADA", "Áda J. R. Zz"], of)
        yield* Effect.forEach(["Ada", "Ada Zzz", "Ada Maria Zz", "A. Z."], of)
        const duplicates = yield* found(actor.organization_id, id)
        expect(new Map(duplicates)).toEqual(new Map(same.map(({ id }) => [id, ["name"]])))
      })))

    test("leave out the anonymised and the merged; of a merged one they are its survivor's", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [one, other, third, fourth] = yield* Effect.forEach([1, 2, 3, 4], () => create(actor, jose))
        yield* anonymise(actor, third!.id)
        yield* anonymise(actor, fourth!.id)
        expect(yield* found(actor.organization_id, third!.id)).toEqual([])
        expect((yield* found(actor.organization_id, one!.id)).map(([id]) => id)).toEqual([other!.id])
        yield* merge(actor, other!.id, one!.id)
        expect(yield* found(actor.organization_id, one!.id)).toEqual([])
        expect(yield* found(actor.organization_id, other!.id)).toEqual([])
      })))
  })
}
