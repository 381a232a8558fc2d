/** Faults of merges that lose something, of undos that do not restore it, and of merged people who do not go. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "merges",
    says: "A merge moves the application that is not as far on to the front",
    file: "packages/domain/src/candidate/CandidateMerge.ts",
    find: "isFurtherOn(one, other) ? [one, other] : [other, one]",
    replace: "isFurtherOn(one, other) ? [other, one] : [one, other]",
    tests: ["packages/domain/test/CandidateMerge.test.ts"],
    pattern: "keeps as the application on the job"
  },
  {
    breaks: "merges",
    says: "A merge does not notice that an application which it compared was changed meanwhile",
    file: "packages/sql/src/repositories/candidate/CandidateMerges.ts",
    find: "if (!(yield* locked(\"applications\", organization_id, before.rivals.flat()))) return []",
    replace: "yield* locked(\"applications\", organization_id, before.rivals.flat())",
    tests: ["packages/sql/test/CandidateMerges.test.ts"],
    pattern: "has its applications compared again that changed meanwhile"
  },
  {
    breaks: "merges",
    says: "The undo of a merge leaves the prospects with the survivor",
    file: "packages/sql/src/repositories/candidate/CandidateMerges.ts",
    find: "p.id = ANY (${prospects}::uuid[]) AND p.candidate_id = ${into.id}",
    replace: "false AND p.id = ANY (${prospects}::uuid[]) AND p.candidate_id = ${into.id}",
    tests: ["packages/sql/test/CandidateMergeHistories.test.ts"],
    pattern: "every row is as it was"
  },
  {
    breaks: "merges",
    says: "Anonymising the survivor leaves the merged candidate in the merge record",
    file: "packages/sql/src/repositories/candidate/CandidateAnonymisation.ts",
    find: "UPDATE candidate_merges m SET undo = NULL FROM saved",
    replace: "UPDATE candidate_merges m SET undo = m.undo FROM saved",
    tests: ["packages/sql/test/CandidateMergeLimits.test.ts"],
    pattern: "cannot come back once its survivor was anonymised"
  },
  {
    breaks: "merges",
    says: "The events of a merged candidate stay when its survivor is deleted",
    file: "packages/sql/src/repositories/candidate/CandidateRemoval.ts",
    find: "[id, ...merged].map(",
    replace: "[id].map(",
    tests: ["packages/sql/test/CandidateMergeLimits.test.ts"],
    pattern: "is gone with its survivor"
  }
]
