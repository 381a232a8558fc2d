/** The domain uses no HTTP, no SQL and no runtime; oxlint forbids clocks, randomness and globals. */
import { file, isTest, matches, type Rule } from "./Rule.ts"

const impure = [
  ["the runtime", String.raw`\bimport\.meta\b`],
  ["an HTTP status", String.raw`httpApiStatus|\bstatus(?:Code)?\s*[:=(]+\s*[1-5]\d\d\b`],
  [
    "SQL",
    String.raw`\bSELECT\s[\s\S]*?\sFROM\b|\bINSERT INTO\b|\bUPDATE \w+ SET\b|\bDELETE FROM\b|\bCREATE TABLE\b|\bsql\``
  ]
] as const

const domain = "packages/domain/src/"

export const purity: Rule = {
  name: "the domain is pure",
  why: "its decisions can be run, tested and trusted anywhere; what they need of the world comes as Facts",
  check: (files) =>
    files.filter(({ path }) => path.startsWith(domain) && path.endsWith(".ts") && !isTest(path)).flatMap((source) =>
      impure.flatMap(([what, pattern]) =>
        matches(source, new RegExp(pattern, "g"), ([text]) => `${what} in the domain: ${text.split("\n", 1)[0]}`)
      )
    ),
  planted: [
    { files: [file(`${domain}Job.ts`, "const limit = import.meta.env.LIMIT")], says: "the runtime" },
    { files: [file(`${domain}Job.ts`, "const answer = { status: 404 }")], says: "an HTTP status" },
    { files: [file(`${domain}Job.ts`, `const query = "SELECT id\\n FROM jobs"`)], says: "SQL" },
    { files: [file(`${domain}Job.ts`, "const rows = sql`TABLE jobs`")], says: "SQL" }
  ]
}
