/** Faults that appear with simultaneous or repeated requests. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    says: "Prospects do not count to the size of their search",
    file: "packages/sql/src/repositories/sourcing/Prospects.ts",
    find: "increments: [addToSize(search, sizeOf(prospects))]",
    replace: "increments: []",
    tests: ["packages/sql/test/Limits.test.ts"],
    pattern: "12 calls that add 2 prospects at once"
  },
  {
    says: "Each of the conversions at once is saved",
    file: "packages/sql/src/repositories/sourcing/Conversion.ts",
    find: "AND version = ${before.prospect.version}",
    replace: "AND version >= ${before.prospect.version}",
    tests: ["packages/sql/test/Conversion.test.ts"],
    pattern: "32 conversions at once make one candidate"
  },
  {
    says: "Changes of members and keys at once do not know of each other",
    file: "packages/sql/src/repositories/access/AccessVersion.ts",
    find: "WHERE id = ${organization} AND access_version = ${access_version}",
    replace: "WHERE id = ${organization} AND access_version >= ${access_version}",
    tests: ["packages/sql/test/Members.test.ts"],
    pattern: "of two last admins who demote or deactivate each other"
  },
  {
    says: "The answer is kept in a transaction of its own, after that of the change",
    file: "apps/api/src/middleware/SafeWriting.ts",
    find: "transactions.run(attempt, { isSnapshot: ifMatch !== undefined })",
    replace: "Effect.map(attempt, ({ value }) => value)",
    tests: ["apps/api/test/idempotency.test.ts"],
    pattern: "32 parallel requests with one key",
    needsServer: true
  },
  {
    says: "If-Match is compared with a state that another change may follow",
    file: "apps/api/src/middleware/SafeWriting.ts",
    find: "{ isSnapshot: ifMatch !== undefined }",
    replace: "{ isSnapshot: false }",
    tests: ["apps/api/test/etags.test.ts"],
    pattern: "a change that comes between",
    needsServer: true
  },
  {
    says: "A dry run is kept",
    file: "apps/api/src/middleware/SafeWriting.ts",
    find: "return changesNothing(HttpServerResponse.setHeader(response, dryRunHeader, \"true\"))",
    replace:
      "return { value: { response: HttpServerResponse.setHeader(response, dryRunHeader, \"true\"), isKept: true }, isKept: true }",
    tests: ["apps/api/test/conformance/safewriting.test.ts"],
    pattern: "a dry run has the whole answer"
  },
  {
    says: "A merge does not notice that an application which it compared was changed meanwhile",
    file: "packages/sql/src/repositories/candidate/CandidateMerges.ts",
    find: "if (!(yield* locked(\"applications\", organization_id, before.rivals.flat()))) return []",
    replace: "yield* locked(\"applications\", organization_id, before.rivals.flat())",
    tests: ["packages/sql/test/CandidateMerges.test.ts"],
    pattern: "has its applications compared again that changed meanwhile"
  },
  {
    says: "A confirmed change is made on whatever the resource has become",
    file: "apps/api/src/mcp/ToolCalls.ts",
    find: "...(ifMatch === undefined ? {} : { \"if-match\": ifMatch })",
    replace: "...(ifMatch === undefined ? {} : {})",
    tests: ["apps/api/test/mcp/confirmation.test.ts"],
    pattern: "what has changed since its dry run is not changed by it"
  },
  {
    says: "The client repeats a write that has no idempotency key",
    file: "packages/client/src/Methods.ts",
    find: "isSafe: isRead || headers.has(\"idempotency-key\") || options.dryRun === true",
    replace: "isSafe: true",
    tests: ["packages/client/test/Send.test.ts"],
    pattern: "without an idempotency key is sent once"
  }
]
