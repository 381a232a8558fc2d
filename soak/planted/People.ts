/** Faults that leave something of a person who is to be gone, or that process what nobody wants any more. */
import type { PlantedFault } from "./PlantedFault.ts"

const anonymisation = ["packages/sql/test/CandidateAnonymisation.test.ts"]

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "people",
    says: "A deleted candidate leaves the work of its profiles in the queue",
    file: "packages/sql/src/repositories/candidate/CandidateRemoval.ts",
    find: "      workRemoved(sql, \"candidate\"),\n",
    replace: "",
    tests: ["packages/sql/test/CandidateRemoval.test.ts"],
    pattern: "is gone from every table once its events are erased"
  },
  {
    breaks: "people",
    says: "An application that was decided before its candidate was anonymised is stored",
    file: "packages/sql/src/repositories/candidate/CandidateRows.ts",
    find: " AND c.anonymised_at IS NULL",
    replace: "",
    tests: anonymisation,
    pattern: "refuses every addition, also one that was decided before"
  },
  {
    breaks: "people",
    says: "A note that was decided before its candidate was anonymised ends in a defect",
    file: "packages/sql/src/repositories/application/StoredParts.ts",
    find: "applicationSizeGuard, anonymisedGuard]",
    replace: "applicationSizeGuard]",
    tests: anonymisation,
    pattern: "refuses every addition, also one that was decided before"
  },
  {
    breaks: "people",
    says: "The erasure that anonymising asked for takes the place of that of the deletion",
    file: "packages/sql/src/repositories/candidate/CandidateAnonymisation.ts",
    find: "({ ...erasureOf(context, id), id: context.nextId() })",
    replace: "erasureOf(context, id)",
    tests: anonymisation,
    pattern: "it is found and deleted, with what happened since"
  },
  {
    breaks: "people",
    says: "A profile whose URL was withdrawn is processed",
    file: "packages/domain/src/profile/AiProfile.ts",
    find: "const begin = isCurrent ? started : superseded",
    replace: "const begin = isCurrent ? started : started",
    tests: ["packages/background/test/Profiles.test.ts"],
    pattern: "a profile whose URL was withdrawn before it began is superseded"
  }
]
