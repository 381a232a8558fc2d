/** Faults that let one client take the service from the others. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "documents",
    says: "Metrics are rendered for every request",
    file: "packages/background/src/MetricsRoute.ts",
    find: "Duration.millis(250)",
    replace: "Duration.zero",
    tests: ["packages/background/test/MetricsRoute.test.ts"]
  },
  {
    breaks: "lists",
    says: "A limit counts only what is added",
    file: "packages/domain/src/Limit.ts",
    find: "added <= 0 || present + added <= limit",
    replace: "added <= limit",
    tests: ["packages/domain/test/Limit.test.ts"]
  },
  {
    breaks: "lists",
    says: "Prospects do not count to the size of their search",
    file: "packages/sql/src/repositories/sourcing/Prospects.ts",
    find: "increments: [addToSize(search, sizeOf(prospects))]",
    replace: "increments: []",
    tests: ["packages/sql/test/Limits.test.ts"],
    pattern: "12 calls that add 2 prospects at once"
  },
  {
    breaks: "lists",
    says: "Texts of an application have ten times their limit",
    file: "packages/domain/src/application/ApplicationSize.ts",
    find: "limit: 3 * 1024 * 1024",
    replace: "limit: 30 * 1024 * 1024",
    tests: ["packages/sql/test/LargestAnswers.test.ts"]
  },
  {
    breaks: "lists",
    says: "Messages of the database have the driver's limit",
    file: "packages/sql/src/database/Client.ts",
    find: "types: registry, maxMessageSize }",
    replace: "types: registry }",
    tests: ["packages/sql/test/Client.test.ts"],
    pattern: "a message of 20 MiB is read"
  },
  {
    breaks: "lists",
    says: "A new session of the embedded database continues the transaction of the broken one",
    file: "packages/sql/src/database/PgliteStream.ts",
    find: "await pglite.exec(\"ROLLBACK\")",
    replace: "await pglite.exec(\"COMMIT\")",
    tests: ["packages/sql/test/Client.test.ts"],
    pattern: "what a broken session left open is rolled back"
  },
  {
    breaks: "lists",
    says: "An organization with slow statements keeps all its connections",
    file: "packages/sql/src/database/OrganizationShare.ts",
    find: "averageMillis > slowMillis ? Math.min(max, maxSlow) : max",
    replace: "max",
    tests: ["packages/sql/test/OrganizationShare.test.ts"],
    pattern: "an organization whose statements are slow"
  },
  {
    breaks: "lists",
    says: "An organization reads any number of bytes per second",
    file: "packages/sql/src/database/OrganizationShare.ts",
    find: "if (bytes === 0) return",
    replace: "if (bytes >= 0) return",
    tests: ["packages/sql/test/OrganizationShare.test.ts"],
    pattern: "an organization that reads large texts"
  },
  {
    breaks: "openRoutes",
    says: "/docs counts to no limit",
    file: "apps/api/src/open/OpenRoutes.ts",
    find: "\"/docs\": \"address\"",
    replace: "\"/docs\": \"none\"",
    tests: ["apps/api/test/headers.test.ts"],
    pattern: "the documents and unknown paths count to the limit of an address"
  },
  {
    breaks: "openRoutes",
    says: "/metrics counts to no limit",
    file: "apps/api/src/middleware/Requests.ts",
    find: "if (limit === \"metrics\") return countOwn(current, addresses.countMetrics(current.address()), \"for the metrics\", answer)",
    replace: "",
    tests: ["apps/api/test/headers.test.ts"],
    pattern: "the metrics count to a limit of their own"
  },
  {
    breaks: "openRoutes",
    says: "A client that has a document gets it again",
    file: "apps/api/src/open/FixedDocument.ts",
    find: "if (matchesWeakly(request.headers[\"if-none-match\"], headers[\"etag\"]!)) {",
    replace: "if (headers[\"etag\"] === undefined) {",
    tests: ["apps/api/test/docs.test.ts"],
    pattern: "is 304 without a body"
  },
  {
    breaks: "openRoutes",
    says: "A document is copied for every answer",
    file: "apps/api/src/open/FixedDocument.ts",
    find: "return HttpServerResponse.raw(body, { headers, contentLength: body.size })",
    replace: "return HttpServerResponse.uint8Array(new Uint8Array(yield* Effect.promise(() => body.arrayBuffer())), { headers })",
    tests: ["apps/api/test/docs.test.ts"],
    pattern: "costs no memory for each of 60 connections"
  },
  {
    breaks: "openRoutes",
    says: "Each of 200 clients that never read keeps a copy of a document",
    file: "apps/api/src/open/FixedDocument.ts",
    find: "return HttpServerResponse.raw(body, { headers, contentLength: body.size })",
    replace: "return HttpServerResponse.uint8Array(new Uint8Array(yield* Effect.promise(() => body.arrayBuffer())), { headers })",
    tests: ["apps/api/test/unread.test.ts"],
    pattern: "200 connections that pipeline 20 requests each"
  },
  {
    breaks: "openRoutes",
    says: "Long answers are plain bodies, of which each connection keeps its own",
    file: "apps/api/src/answer/LongBody.ts",
    find: "body.contentLength <= shortBytes",
    replace: "body.contentLength > 0",
    tests: ["apps/api/test/unread.test.ts"],
    pattern: "answers that nobody reads are dropped, the oldest first"
  },
  {
    breaks: "openRoutes",
    says: "A long answer is written whole, however slowly its client reads",
    file: "apps/api/src/answer/LongBody.ts",
    find: "await taken\n",
    replace: "\n",
    tests: ["apps/api/test/unread.test.ts"],
    pattern: "answers that nobody reads are dropped, the oldest first"
  },
  {
    breaks: "openRoutes",
    says: "Answers that nobody reads are kept",
    file: "apps/api/src/answer/UnreadAnswers.ts",
    find: "while (bytesOf(answers) > maxUnreadBytes) {",
    replace: "while (bytesOf(answers) > 100 * maxUnreadBytes) {",
    tests: ["apps/api/test/unread.test.ts"],
    pattern: "The bound on unread answers"
  },
  {
    breaks: "connections",
    says: "The connection of a chunked request stays open",
    file: "apps/api/src/request/RequestConnection.ts",
    find: "headers[\"transfer-encoding\"] !== undefined || ",
    replace: "",
    tests: ["apps/api/test/connections.test.ts"],
    pattern: "the answer to a chunked request says that the connection closes"
  },
  {
    breaks: "connections",
    says: "Behind HAProxy the connection of a chunked request stays open",
    file: "apps/api/src/request/RequestConnection.ts",
    find: "headers[\"transfer-encoding\"] !== undefined || ",
    replace: "",
    tests: ["apps/api/test/connections.test.ts"],
    pattern: "behind HAProxy nobody gets another client's answer",
    needs: "haproxy"
  },
  {
    breaks: "connections",
    says: "A request is answered before its connection is read further, and so is the next one on it",
    file: "apps/api/src/server/Server.ts",
    find: "            await new Promise(setImmediate)\n",
    replace: "",
    tests: ["apps/api/test/connections.test.ts"],
    pattern: "a request that is sent before the one before it is answered closes the connection"
  },
  {
    breaks: "connections",
    says: "A request's Connection: close is answered without the header",
    file: "apps/api/src/request/RequestConnection.ts",
    find: "option.test(headers[\"connection\"] ?? \"\") ||",
    replace: "",
    tests: ["apps/api/test/connections.test.ts"],
    pattern: "a request that has Connection:"
  },
  {
    breaks: "webhookRows",
    says: "Webhooks are not counted",
    file: "packages/sql/src/repositories/webhook/Webhooks.ts",
    find: "after: [counted(organization_id, 1)],",
    replace: "after: [],",
    tests: ["packages/sql/test/Limits.test.ts"],
    pattern: "30 webhooks at once"
  },
  {
    breaks: "webhookRows",
    says: "A removed webhook is never purged",
    file: "packages/sql/src/repositories/webhook/Webhooks.ts",
    find: "work: purges(change.context, id)",
    replace: "work: []",
    tests: ["packages/sql/test/WebhookRemoval.test.ts"],
    pattern: "leave no row when the webhooks are removed"
  },
  {
    breaks: "webhookRows",
    says: "The queued work of a removed webhook stays",
    file: "packages/sql/src/repositories/webhook/WebhookRemoval.ts",
    find: "const queues = [`'${receivers.queue}'`, `'${chains.queue}', '${resumption.queue}'`]",
    replace: "const queues: ReadonlyArray<string> = []",
    tests: ["packages/sql/test/WebhookRemoval.test.ts"],
    pattern: "leave no row when the webhooks are removed"
  },
  {
    breaks: "boundedAnswers",
    says: "An answer is read to its end, however long it is",
    file: "packages/background/src/profile/BoundedFetch.ts",
    find: "if (bytes > maxBytes) throw",
    replace: "if (bytes > 1000 * maxBytes) throw",
    tests: ["packages/background/test/BoundedFetch.test.ts"],
    pattern: "reads a response of exactly the bound"
  },
  {
    breaks: "boundedAnswers",
    says: "A compressed answer is asked for",
    file: "packages/background/src/profile/BoundedFetch.ts",
    find: "headers.set(\"accept-encoding\", \"identity\")",
    replace: "headers.set(\"accept-encoding\", \"gzip\")",
    tests: ["packages/background/test/BoundedFetch.test.ts"],
    pattern: "reads a response of exactly the bound"
  },
  {
    breaks: "boundedAnswers",
    says: "A compressed answer is read",
    file: "packages/background/src/profile/BoundedFetch.ts",
    find: "    refuseCompressed(response)\n",
    replace: "",
    tests: ["packages/background/test/BoundedFetch.test.ts"],
    pattern: "closes the connection to a model's endpoint at the bound"
  },
  {
    breaks: "streams",
    says: "Each key of a stream is looked up by itself",
    file: "apps/api/src/admission/KeyWatch.ts",
    find: "const active = yield* isActive(watched.map(({ key }) => key))",
    replace: "const active = (yield* Effect.forEach(watched, ({ key }) => isActive([key]))).flat()",
    tests: ["apps/api/test/rules/followers.test.ts"],
    pattern: "the keys of all streams are looked up with one statement a second"
  },
  {
    breaks: "guessing",
    says: "Every well-formed key is looked up, also for an address past its limit",
    file: "apps/api/src/admission/Admissions.ts",
    find: "remaining > 0 || mayTry()",
    replace: "remaining >= 0 || mayTry()",
    tests: ["apps/api/test/ratelimit.test.ts"],
    pattern: "an address past its limit asks the database"
  },
  {
    breaks: "guessing",
    says: "Each IPv6 address counts for itself",
    file: "apps/api/src/admission/ClientAddress.ts",
    find: "isIP(address) === 6 ? ipv6Network(address, 4) : address",
    replace: "address",
    tests: ["apps/api/test/addresses.test.ts"],
    pattern: "IPv6 /64"
  },
  {
    breaks: "openRoutes",
    says: "A request that is refused before its route counts it, counts nowhere",
    file: "apps/api/src/middleware/Requests.ts",
    find: "Effect.flatMap(counted(response), (response) =>",
    replace: "Effect.flatMap(Effect.succeed(response), (response) =>",
    tests: ["apps/api/test/signinroutes.test.ts"],
    pattern: "is refused, and counts once"
  }
]
