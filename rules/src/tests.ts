/** No test is skipped or focused. */
import { file, isTest, matches, type Rule } from "./Rule.ts"

export const tests: Rule = {
  name: "no test is skipped, singled out or left to do",
  why: "a green run means that every test that is written down ran",
  check: (files) =>
    files.filter(({ path }) => isTest(path)).flatMap((source) =>
      matches(
        source,
        /\b(?:test|it|describe)\.(skip|skipIf|only|todo|todoIf|if|failing)\b|\b(xtest|xit|xdescribe|fit|fdescribe)\(/g,
        ([text]) => `${text} leaves tests out`
      )
    ),
  planted: [
    { files: [file("packages/domain/test/Job.test.ts", `test.skip("a job", () => {})`)], says: "test.skip" },
    { files: [file("packages/domain/test/Job.test.ts", `describe.only("jobs", () => {})`)], says: "describe.only" },
    { files: [file("packages/domain/test/Job.test.ts", `it.todo("closes")`)], says: "it.todo" },
    { files: [file("apps/api/test/Jobs.test.ts", `test.if(process.env.CI)("a job", () => {})`)], says: "test.if" }
  ]
}
