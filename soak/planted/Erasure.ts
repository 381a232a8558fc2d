/** Faults that leave data of an erased person, or lose data of another. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    says: "A deleted candidate leaves the work of its profiles in the queue",
    file: "packages/sql/src/repositories/candidate/CandidateRemoval.ts",
    find: "      workRemoved(sql, \"candidate\"),\n",
    replace: "",
    tests: ["packages/sql/test/CandidateRemoval.test.ts"],
    pattern: "is gone from every table once its events are erased"
  },
  {
    says: "An application that was decided before its candidate was anonymised is stored",
    file: "packages/sql/src/repositories/candidate/CandidateRows.ts",
    find: " AND c.anonymised_at IS NULL",
    replace: "",
    tests: ["packages/sql/test/CandidateAnonymisation.test.ts"],
    pattern: "refuses every addition, also one that was decided before"
  },
  {
    says: "Anonymising the survivor leaves the merged candidate in the merge record",
    file: "packages/sql/src/repositories/candidate/CandidateAnonymisation.ts",
    find: "UPDATE candidate_merges m SET undo = NULL FROM saved",
    replace: "UPDATE candidate_merges m SET undo = m.undo FROM saved",
    tests: ["packages/sql/test/CandidateMergeLimits.test.ts"],
    pattern: "cannot come back once its survivor was anonymised"
  },
  {
    says: "The events of a merged candidate stay when its survivor is deleted",
    file: "packages/sql/src/repositories/candidate/CandidateRemoval.ts",
    find: "[id, ...merged].map(",
    replace: "[id].map(",
    tests: ["packages/sql/test/CandidateMergeLimits.test.ts"],
    pattern: "is gone with its survivor"
  },
  {
    says: "A file is added to an application whose candidate is anonymised meanwhile",
    file: "packages/sql/src/migrations/0020_attachments.ts",
    find: "a.id = NEW.application_id AND a.anonymised_at IS NULL;",
    replace: "a.id = NEW.application_id;",
    tests: ["packages/sql/test/Attachments.test.ts"],
    pattern: "anonymised meanwhile"
  },
  {
    says: "A refused upload leaves its content",
    file: "apps/api/src/files/Uploads.ts",
    find: "Effect.onError(() => discard({ key })),",
    replace: "",
    tests: ["apps/api/test/rules/files.test.ts"],
    pattern: "is refused with what was found"
  },
  {
    says: "A candidate with an open application is due",
    file: "packages/sql/src/repositories/retention/DueCandidates.ts",
    find: "o.status NOT IN ('rejected', 'withdrawn') OR ",
    replace: "",
    tests: ["packages/sql/test/DueCandidates.test.ts"],
    pattern: "are not those who were reopened"
  },
  {
    says: "An erasure ends after its first portion of events",
    file: "packages/sql/src/sequencing/EventErasure.ts",
    find: "erased < portion ?",
    replace: "erased <= portion ?",
    tests: ["packages/sql/test/EventErasure.test.ts"]
  },
  {
    says: "A search finds anonymised candidates",
    file: "packages/sql/src/repositories/candidate/SearchExact.ts",
    find: " AND anonymised_at IS NULL",
    replace: "",
    tests: ["packages/sql/test/CandidateSearch.test.ts"],
    pattern: "finds nothing of a deleted job, of an anonymised"
  },
  {
    says: "An export leaves out the last chunk of a content",
    file: "apps/api/src/files/ExportedContents.ts",
    find: "Stream.concat(letters, Stream.suspend(() => Stream.succeed(encoder.end())))",
    replace: "letters",
    tests: ["apps/api/test/rules/exports.test.ts"],
    pattern: "has the content of each file to its last byte"
  }
]
