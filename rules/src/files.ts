/** Files are small and named after what is in them. */
import { file, isCode, type Rule } from "./Rule.ts"

/** A longer file is usually two ideas. */
const mostLines = 300

const nameless =
  /(?:^|[^a-z])(utils?|helpers?|common|misc|shared|manager)(?![a-z])|(?:Utils?|Helpers?|Common|Manager)(?![a-z])/

export const size: Rule = {
  name: `files have at most ${mostLines} lines`,
  why: "a file is read from top to bottom in one go",
  check: (files) =>
    files.filter(isCode).flatMap(({ path, text }) => {
      const lines = text.trimEnd().split("\n").length
      return lines > mostLines ? [{ path, message: `has ${lines} lines; at most ${mostLines}` }] : []
    }),
  planted: [
    { files: [file("packages/domain/src/job/Job.ts", "\n".repeat(mostLines) + "export {}")], says: "has 301 lines" }
  ]
}

export const names: Rule = {
  name: "files and folders are named after what is in them",
  why: "a drawer for everything is where rules get lost",
  check: (files) =>
    files.filter(isCode).flatMap(({ path }) => {
      const name = nameless.exec(path)?.[0]
      return name === undefined ? [] : [{ path, message: `${name} says nothing; name it after what it does` }]
    }),
  planted: [
    { files: [file("packages/domain/src/utils.ts", "")], says: "utils" },
    { files: [file("apps/api/src/common/Json.ts", "")], says: "common" },
    { files: [file("packages/sql/src/JobManager.ts", "")], says: "Manager" },
    { files: [file("packages/sql/test/testHelpers.ts", "")], says: "Helpers" }
  ]
}
