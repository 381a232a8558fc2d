/** Files are named after what is in them. */
import { file, isCode, type Rule } from "./Rule.ts"

const nameless =
  /(?:^|[^a-z])(utils?|helpers?|common|misc|shared|manager)(?![a-z])|(?:Utils?|Helpers?|Common|Manager)(?![a-z])/

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
