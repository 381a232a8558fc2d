/** Faults of the command line, the metrics, the log and the OpenAPI document. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "commands",
    says: "The refusal of one more published job does not say how to change the plan",
    file: "packages/contract/src/Failures.ts",
    find: "or ask the service's operator for another plan (candor organizations set-plan).",
    replace: "or change the plan.",
    tests: ["apps/cli/test/server.test.ts"],
    pattern: "organizations and keys are made, used and revoked"
  },
  {
    breaks: "commands",
    says: "A server runs no commands on its embedded database",
    file: "apps/api/src/Program.ts",
    find: "  yield* takeCommands(store)\n",
    replace: "",
    tests: ["apps/cli/test/server.test.ts"],
    pattern: "organizations and keys are made, used and revoked"
  },
  {
    breaks: "commands",
    says: "keys create does not print the id that keys revoke takes",
    file: "packages/commands/src/Keys.ts",
    find: "at ${organizationName}, with the id ${key.id}. ` +",
    replace: "at ${organizationName}. ` +",
    tests: ["apps/cli/test/server.test.ts"],
    pattern: "keys are listed with their users and times"
  },
  {
    breaks: "commands",
    says: "keys list does not show the users",
    file: "packages/commands/src/Keys.ts",
    find: "[key.id, key.scope, key.user_email ?? key.user_id, key.created_at, end(key), key.name]",
    replace: "[key.id, key.scope, \"\", key.created_at, end(key), key.name]",
    tests: ["apps/cli/test/server.test.ts"],
    pattern: "keys are listed with their users and times"
  },
  {
    breaks: "commands",
    says: "A wrong value is described in the words of the schema library",
    file: "packages/process/src/Expected.ts",
    find: "[/^a valid Date$/, \"a date, for example 2027-01-31\"],",
    replace: "",
    tests: ["packages/commands/test/commands.test.ts"],
    pattern: "what is misunderstood is one line in plain words"
  },
  {
    breaks: "commands",
    says: "queue failed takes a queue that does not exist",
    file: "packages/commands/src/Queue.ts",
    find: "return queues.includes(requested.value) ?",
    replace: "return queues.length > 0 ?",
    tests: ["apps/cli/test/server.test.ts"],
    pattern: "a command that is refused fails as it does without a server"
  },
  {
    breaks: "commands",
    says: "audit erase does not ask",
    file: "packages/commands/src/Audit.ts",
    find: "if (!yes) {",
    replace: "if (!yes && count < 0) {",
    tests: ["apps/cli/test/server.test.ts"],
    pattern: "an erasure asks first"
  },
  {
    breaks: "commands",
    says: "audit erase --dry-run erases",
    file: "packages/commands/src/Audit.ts",
    find: "if (dryRun) {",
    replace: "if (dryRun && count < 0) {",
    tests: ["apps/cli/test/server.test.ts"],
    pattern: "an erasure asks first"
  },
  {
    breaks: "commands",
    says: "The build leaves out the command line",
    file: "build.ts",
    find: "  { name: \"candor\", program: \"apps/cli/src/main.ts\" },\n",
    replace: "",
    tests: ["apps/api/test/build.test.ts"],
    pattern: "and make organizations and keys"
  },
  {
    breaks: "observability",
    says: "The duration of requests is in milliseconds",
    file: "apps/api/src/middleware/Requests.ts",
    find: "milliseconds / 1000, fiber.context)",
    replace: "milliseconds, fiber.context)",
    tests: ["apps/api/test/docs.test.ts"],
    pattern: "/metrics tells how long requests took"
  },
  {
    breaks: "observability",
    says: "The name of a counter does not end with _total",
    file: "packages/background/src/queue/Consumer.ts",
    find: "\"candor_queue_attempts_total\"",
    replace: "\"candor_queue_attempts\"",
    tests: ["rules/rules.test.ts"]
  },
  {
    breaks: "observability",
    says: "The status of a request is a text in its log line",
    file: "apps/api/src/middleware/Requests.ts",
    find: "Effect.annotateLogs({ method, operation, route, status, path:",
    replace: "Effect.annotateLogs({ method, operation, route, status: String(status), path:",
    tests: ["apps/api/test/headers.test.ts"],
    pattern: "a log line has a number for its status"
  },
  {
    breaks: "observability",
    says: "Probes are logged at Info",
    file: "apps/api/src/middleware/Requests.ts",
    find: "isProbe(url) ? Effect.logDebug(\"Answered\") : Effect.logInfo(\"Answered\")",
    replace: "isProbe(url) ? Effect.logInfo(\"Answered\") : Effect.logInfo(\"Answered\")",
    tests: ["apps/api/test/headers.test.ts"],
    pattern: "a log line has a number for its status"
  },
  {
    breaks: "observability",
    says: "Log lines have empty spans",
    file: "packages/process/src/LogLine.ts",
    find: "...(spans.length === 0\n      ? {}",
    replace: "...(spans.length === 0\n      ? { spans: {} }",
    tests: ["packages/process/test/process.test.ts"],
    pattern: "every field has one type, whatever is logged"
  },
  {
    breaks: "observability",
    says: "The message of a log line is an array where it has several parts",
    file: "packages/process/src/LogLine.ts",
    find: "    ...fields,\n",
    replace: "    ...fields,\n    ...(values.length > 1 ? { message: values } : {}),\n",
    tests: ["packages/process/test/process.test.ts"],
    pattern: "every field has one type, whatever is logged"
  },
  {
    breaks: "observability",
    says: "A server that has stopped does not say so",
    file: "apps/api/src/server/Server.ts",
    find: "    yield* Effect.logInfo(\"Stopped serving\")\n",
    replace: "",
    tests: ["apps/api/test/stopping.test.ts"],
    pattern: "it is not ready first, then answers close their connections"
  },
  {
    breaks: "openApi",
    says: "The document has the same schema by several names",
    file: "packages/contract/src/Document.ts",
    find: "withEvents(unify(simplify(withoutEndings(generated))))",
    replace: "withEvents(simplify(withoutEndings(generated)))",
    tests: ["apps/api/test/conformance/descriptions.test.ts"],
    pattern: "stands once, under its own name"
  },
  {
    breaks: "openApi",
    says: "The document names no server",
    file: "packages/contract/src/Document.ts",
    find: "    servers: [server],\n",
    replace: "",
    tests: ["docs/docs.test.ts"],
    pattern: "what is printed from the code is current"
  },
  {
    breaks: "openApi",
    says: "The printed document names no server",
    file: "docs/openapi.json",
    find: "\"servers\": [\n    {\n      \"url\": \"/\",\n      \"description\": \"This server\"\n    }\n  ]",
    replace: "\"servers\": []",
    tests: ["docs/openapi.test.ts"],
    pattern: "find nothing in the document"
  },
  {
    breaks: "openApi",
    says: "A time has no description",
    file: "packages/domain/src/Noun.ts",
    find: "const stored = described(description, example)(schema)",
    replace: "const stored = schema",
    tests: ["apps/api/test/conformance/descriptions.test.ts"],
    pattern: "property of a schema"
  },
  {
    breaks: "openApi",
    says: "An example is not valid",
    file: "packages/domain/src/Example.ts",
    find: "salary_currency: \"EUR\"",
    replace: "salary_currency: \"Euro\"",
    tests: ["apps/api/test/conformance/descriptions.test.ts"],
    pattern: "is as its schema says"
  },
  {
    breaks: "openApi",
    says: "The data of an event has a field that its schema does not",
    file: "packages/domain/src/attachment/Attachment.ts",
    find: "event(\"attachment.deleted\", { id, application_id }, id)",
    replace: "event(\"attachment.deleted\", { id, application_id, size: 0 }, id)",
    tests: ["packages/domain/test/EventData.test.ts"],
    pattern: "has data as the decisions make it"
  },
  {
    breaks: "referencePage",
    says: "Texts of the page /docs have too little contrast",
    file: "apps/api/src/open/ReferencePage.ts",
    find: "  customCss,\n",
    replace: "",
    tests: ["apps/api/test/docs.test.ts"],
    pattern: "in a browser, /docs sends a request",
    needs: "chromium"
  }
]
