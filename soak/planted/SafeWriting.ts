/** Faults that make writes unsafe to repeat, to try, or to make on a known state. */
import type { PlantedFault } from "./PlantedFault.ts"

const middleware = "apps/api/src/middleware/SafeWriting.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "repeats",
    says: "The answer to a request is not kept for its idempotency key",
    file: middleware,
    find: "if (answers !== undefined) yield* answers.keep(response)",
    replace: "",
    tests: ["apps/api/test/idempotency.test.ts"],
    pattern: "the same request gets the same bytes"
  },
  {
    breaks: "repeats",
    says: "The answer is kept in a transaction of its own, after that of the change",
    file: middleware,
    find: "transactions.run(attempt, { isSnapshot: ifMatch !== undefined })",
    replace: "Effect.map(attempt, ({ value }) => value)",
    tests: ["apps/api/test/idempotency.test.ts"],
    pattern: "32 parallel requests with one key",
    needs: "PostgreSQL"
  },
  {
    breaks: "repeats",
    says: "A kept answer can be read in the database",
    file: "apps/api/src/safeguards/KeyedAnswers.ts",
    find: "keys.keep(keyed, cipher.encrypt({ status: response.status, ...contentOf(response) }, nonce))",
    replace: "keys.keep(keyed, { status: response.status, ...contentOf(response) })",
    tests: ["apps/api/test/idempotency.test.ts"],
    pattern: "cannot be read without the API key"
  },
  {
    breaks: "repeats",
    says: "A key can be used for another request",
    file: "packages/domain/src/idempotency/IdempotencyKey.ts",
    find: "one.length === other.length && one.every((byte, index) => byte === other[index])",
    replace: "one.length === other.length",
    tests: ["apps/api/test/idempotency.test.ts"],
    pattern: "another body, path or method"
  },
  {
    breaks: "dryRuns",
    says: "A dry run is kept",
    file: middleware,
    find: "return changesNothing(HttpServerResponse.setHeader(response, dryRunHeader, \"true\"))",
    replace: "return { value: { response: HttpServerResponse.setHeader(response, dryRunHeader, \"true\"), isKept: true }, isKept: true }",
    tests: ["apps/api/test/conformance/safewriting.test.ts"],
    pattern: "a dry run has the whole answer"
  },
  {
    breaks: "preconditions",
    says: "If-Match is compared with a state that another change may follow",
    file: middleware,
    find: "{ isSnapshot: ifMatch !== undefined }",
    replace: "{ isSnapshot: false }",
    tests: ["apps/api/test/etags.test.ts"],
    pattern: "a change that comes between",
    needs: "PostgreSQL"
  },
  {
    breaks: "preconditions",
    says: "A lost race fails the request, where its transaction should start over",
    file: "packages/sql/src/statements/Transactions.ts",
    find: "if (pause === undefined) return Effect.die(defect)",
    replace: "if (pause === undefined || remaining > 0) return Effect.die(defect)",
    tests: ["apps/api/test/etags.test.ts"],
    pattern: "of 24 changes at once",
    needs: "PostgreSQL"
  },
  {
    breaks: "lockedRows",
    says: "A transaction waits for the body of its request",
    file: "apps/api/src/safeguards/ArrivedBody.ts",
    find: "Effect.map(Effect.orDie(request.text), withoutFile)",
    replace: "Effect.succeed(withoutFile(\"\"))",
    tests: ["apps/api/test/idempotency.test.ts"],
    pattern: "sends its body slowly"
  },
  {
    breaks: "lockedRows",
    says: "Transactions of one organization take all connections",
    file: "packages/sql/src/database/Client.ts",
    find: "Effect.andThen(bounded(shared.lease, notSent), bounded(pinned, notSent))",
    replace: "bounded(pinned, notSent)",
    tests: ["packages/sql/test/Client.test.ts"],
    pattern: "transactions of one organization leave half",
    needs: "PostgreSQL"
  },
  {
    breaks: "lockedRows",
    says: "A transaction that others are faster with every time is a fault of the server",
    file: "packages/sql/src/statements/Transactions.ts",
    find: "Effect.die(isUnavailable(defect) ? defect : overtaken(defect))",
    replace: "Effect.die(defect)",
    tests: ["packages/sql/test/Transactions.test.ts"],
    pattern: "starts over a thousand times"
  }
]
