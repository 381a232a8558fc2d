/** HTTP statuses are declared in the contract, and error statuses in its one table. */
import { file, isTest, matches, type Rule } from "./Rule.ts"

const table = "packages/contract/src/Errors.ts"

const inContract = /^packages\/contract\/src\//
const elsewhere = /^(packages|apps)\/[^/]+\/src\//

// Matches a status as a field, an argument, or one side of a comparison.
const anyStatus = /\b(?:httpApiStatus|status(?:Code)?)\s*(?::|\(|[=!]==?|[<>]=?)\s*([1-5]\d\d)\b/g
const errorStatus = /\b(?:httpApiStatus|status)\s*(?::|\()\s*([45]\d\d)\b/g

export const statuses: Rule = {
  name: "HTTP statuses are given in the contract only",
  why: "what a failure is answered with is said once, and the OpenAPI document cannot differ from the server",
  check: (files) =>
    files.filter(({ path }) => path !== table && elsewhere.test(path) && !isTest(path)).flatMap((source) =>
      inContract.test(source.path)
        ? matches(source, errorStatus, (match) => `${match[1]} belongs in the table of ${table}`)
        : matches(source, anyStatus, (match) => `${match[1]}: use status of @candor/contract/Errors`)
    ),
  planted: [
    {
      files: [file("apps/api/src/handlers/Jobs.ts", "HttpServerResponse.jsonUnsafe({}, { status: 404 })")],
      says: "404: use status"
    },
    { files: [file("apps/api/src/middleware/Requests.ts", "if (response.status === 415) retry()")], says: "415" },
    {
      files: [file("packages/sql/src/repositories/job/Jobs.ts", "const answer = { httpApiStatus: 409 }")],
      says: "409"
    },
    { files: [file("packages/contract/src/Notes.ts", "Gone.pipe(HttpApiSchema.status(410))")], says: "410 belongs" }
  ]
}
