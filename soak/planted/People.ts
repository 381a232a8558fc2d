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
  },
  {
    breaks: "people",
    says: "A merge moves the application that is not as far on to the front",
    file: "packages/domain/src/candidate/CandidateMerge.ts",
    find: "isFurtherOn(one, other) ? [one, other] : [other, one]",
    replace: "isFurtherOn(one, other) ? [other, one] : [one, other]",
    tests: ["packages/domain/test/CandidateMerge.test.ts"],
    pattern: "keeps as the application on the job"
  },
  {
    breaks: "people",
    says: "A merge does not notice that an application which it compared was changed meanwhile",
    file: "packages/sql/src/repositories/candidate/CandidateMerges.ts",
    find: "if (!(yield* locked(\"applications\", organization_id, before.rivals.flat()))) return []",
    replace: "yield* locked(\"applications\", organization_id, before.rivals.flat())",
    tests: ["packages/sql/test/CandidateMerges.test.ts"],
    pattern: "takes along what is added meanwhile"
  },
  {
    breaks: "people",
    says: "The undo of a merge leaves the prospects with the survivor",
    file: "packages/sql/src/repositories/candidate/CandidateMerges.ts",
    find: "p.id = ANY (${prospects}::uuid[]) AND p.candidate_id = ${into.id}",
    replace: "false AND p.id = ANY (${prospects}::uuid[]) AND p.candidate_id = ${into.id}",
    tests: ["packages/sql/test/CandidateMergeHistories.test.ts"],
    pattern: "every row is as it was"
  },
  {
    breaks: "people",
    says: "Anonymising the survivor leaves the merged candidate in the merge record",
    file: "packages/sql/src/repositories/candidate/CandidateAnonymisation.ts",
    find: "UPDATE candidate_merges m SET undo = NULL FROM saved",
    replace: "UPDATE candidate_merges m SET undo = m.undo FROM saved",
    tests: ["packages/sql/test/CandidateMergeLimits.test.ts"],
    pattern: "cannot come back once its survivor was anonymised"
  },
  {
    breaks: "people",
    says: "The events of a merged candidate stay when its survivor is deleted",
    file: "packages/sql/src/repositories/candidate/CandidateRemoval.ts",
    find: "[id, ...merged].map(",
    replace: "[id].map(",
    tests: ["packages/sql/test/CandidateMergeLimits.test.ts"],
    pattern: "is gone with its survivor"
  }
]
