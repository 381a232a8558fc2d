/** Faults of retention rules, and of the erasure of events. */
import type { PlantedFault } from "./PlantedFault.ts"

const run = ["packages/background/test/Retention.test.ts"]
const due = ["packages/sql/test/DueCandidates.test.ts"]

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "retention",
    says: "A run goes on by the rule that applied when it began",
    file: "packages/background/src/retention/Retention.ts",
    find: "if (!applies(retention, now)) break",
    replace: "if (!applies(retention, now) && after === undefined) break",
    tests: run,
    pattern: "reads the rule before each batch of 100"
  },
  {
    breaks: "retention",
    says: "A candidate that cannot be anonymised ends the run",
    file: "packages/background/src/retention/Retention.ts",
    find: "Cause.hasInterruptsOnly(cause)\n",
    replace: "true\n",
    tests: run,
    pattern: "goes on where a candidate cannot be anonymised"
  },
  {
    breaks: "retention",
    says: "A candidate with an open application is due",
    file: "packages/sql/src/repositories/retention/DueCandidates.ts",
    find: "o.status NOT IN ('rejected', 'withdrawn') OR ",
    replace: "",
    tests: due,
    pattern: "are not those who were reopened"
  },
  {
    breaks: "retention",
    says: "Due candidates behind many rejections of others are not found",
    file: "packages/sql/src/repositories/retention/DueCandidates.ts",
    find: "yield* lastLookedAt(organization, until, from) : undefined",
    replace: "undefined : undefined",
    tests: due,
    pattern: "are found behind more rejections of others"
  },
  {
    breaks: "people",
    says: "An erasure ends after its first portion of events",
    file: "packages/sql/src/sequencing/EventErasure.ts",
    find: "erased < portion ?",
    replace: "erased <= portion ?",
    tests: ["packages/sql/test/EventErasure.test.ts"]
  }
]
