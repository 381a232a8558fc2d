/** Faults of the texts of files, and of the search that finds them. */
import type { PlantedFault } from "./PlantedFault.ts"

const reader = ["packages/background/test/TextReader.test.ts"]
const search = ["packages/sql/test/CandidateSearch.test.ts"]

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "texts",
    says: "A text reader gets the settings of its parent",
    file: "packages/background/src/attachment/TextReader.ts",
    find: `env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },`,
    replace: "env: process.env as Record<string, string>,",
    tests: reader,
    pattern: "a reader gets no settings"
  },
  {
    breaks: "texts",
    says: "A reader that nobody waits for runs on",
    file: "packages/background/src/attachment/TextReader.ts",
    find: `    reader.kill("SIGKILL")\n`,
    replace: "",
    tests: reader,
    pattern: "a reader that is not waited for any more is killed"
  },
  {
    breaks: "texts",
    says: "A reader that used its CPU time up counts as crashed",
    file: "packages/background/src/attachment/TextReader.ts",
    find: "ulimit -S -t",
    replace: "ulimit -t",
    tests: reader,
    pattern: "a PDF that takes forever"
  },
  {
    breaks: "texts",
    says: "A text that is as long as a text can be is cut off by the bound on answers",
    file: "packages/background/src/attachment/TextReader.ts",
    find: "const maxAnswerBytes = 6 * maxReadLength + 1024",
    replace: "const maxAnswerBytes = 1024",
    tests: reader,
    pattern: "a long text is read in part"
  },
  {
    breaks: "search",
    says: "A search finds anonymised candidates",
    file: "packages/sql/src/repositories/candidate/SearchExact.ts",
    find: " AND anonymised_at IS NULL",
    replace: "",
    tests: search,
    pattern: "finds nothing of a deleted job, of an anonymised"
  },
  {
    breaks: "search",
    says: "The sample of a table has no index",
    file: "packages/sql/src/database/ConcurrentIndexes.ts",
    find: " WHERE ${inSample(\"id\")}`",
    replace: " WHERE false`",
    tests: ["packages/sql/test/SearchStatements.test.ts"],
    pattern: "every kind of match uses its indexes"
  },
  {
    breaks: "search",
    says: "A search finds texts of deleted jobs",
    file: "packages/sql/src/repositories/candidate/SearchExact.ts",
    find: "AND ${isVisible(organization, \"a.job_id\")} AND ${condition}",
    replace: "AND ${condition}",
    tests: search,
    pattern: "finds nothing of a deleted job"
  },
  {
    breaks: "search",
    says: "A search compares the end of the organization's id only",
    file: "packages/sql/src/repositories/candidate/SearchConditions.ts",
    find: "`${alias}.organization_id IS NOT DISTINCT FROM (SELECT ${organization}::uuid)`",
    replace: "`${organization}::uuid IS NOT NULL AND ${alias}.id IS NOT NULL`",
    tests: ["rules/statements.test.ts"],
    pattern: "holds: "
  }
]
