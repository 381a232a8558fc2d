/** Faults that open what should be shut. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "dataFiles",
    says: "Files of an earlier start keep their modes",
    file: "packages/sql/src/database/DataDirectory.ts",
    find: "if ((stats.mode & 0o777) !== mode) chmodSync(path, mode)",
    replace: "",
    tests: ["packages/sql/test/DataDirectory.test.ts"],
    pattern: "the data directory is closed to other users"
  },
  {
    breaks: "dataFiles",
    says: "Files that the database makes later are open to other users",
    file: "packages/sql/src/database/PrivateFiles.ts",
    find: "preRun: [...options.preRun ?? [], narrow]",
    replace: "preRun: [...options.preRun ?? []]",
    tests: ["packages/sql/test/DataDirectory.test.ts"],
    pattern: "the data directory is closed to other users"
  },
  {
    breaks: "dataFiles",
    says: "A directory that was there keeps its mode",
    file: "packages/sql/src/database/DataDirectory.ts",
    find: "if (!shared && (statSync(directory).mode & 0o777) !== 0o700) chmodSync(directory, 0o700)",
    replace: "",
    tests: ["packages/sql/test/DataDirectory.test.ts"],
    pattern: "the data directory is closed to other users"
  },
  {
    breaks: "admission",
    says: "Statements that change something go ahead of the admission of their request",
    file: "packages/sql/src/database/Client.ts",
    find: "onceAdmitted(Effect.suspend(() => {",
    replace: "(<A>(effect: A): A => effect)(Effect.suspend(() => {",
    tests: ["packages/sql/test/Admitted.test.ts"],
    pattern: "waits, and has changed nothing if it is interrupted there"
  },
  {
    breaks: "admission",
    says: "Shared changes go ahead of the admission of their request",
    file: "packages/sql/src/statements/Batching.ts",
    find: "return isRead ? runOrSubmit : (item) => onceAdmitted(runOrSubmit(item))",
    replace: "return runOrSubmit",
    tests: ["packages/sql/test/Admitted.test.ts"],
    pattern: "waits, and has changed nothing if it is interrupted there"
  },
  {
    breaks: "admission",
    says: "A request that is handled while it is admitted goes on for a principal that has changed",
    file: "apps/api/src/middleware/Authorization.ts",
    find: "if (!isSame(principal, expected)) return Effect.andThen(Fiber.interrupt(handling), handle(principal))",
    replace: "",
    tests: ["apps/api/test/readahead.test.ts"],
    pattern: "whose principal has changed is handled anew, for the new one alone"
  },
  {
    breaks: "admission",
    says: "A request that is handled while it is admitted changes something before",
    file: "apps/api/src/middleware/Authorization.ts",
    find: "Latch.makeUnsafe(false)",
    replace: "Latch.makeUnsafe(true)",
    tests: ["apps/api/test/conformance/safewriting.test.ts"],
    pattern: "with a key that has ended since its last request, it is 401, and leaves everything as it was"
  },
  {
    breaks: "longPolls",
    says: "A page that was read after the key's end is shown",
    file: "apps/api/src/handlers/Events.ts",
    find: "return (yield* isActive) ? page : yield* unauthorized",
    replace: "return (yield* isActive) || page !== undefined ? page : yield* unauthorized",
    tests: ["apps/api/test/rules/followers.test.ts"],
    pattern: "a request that waits ends with 401"
  },
  {
    breaks: "longPolls",
    says: "A request waits on after its key is revoked",
    file: "apps/api/src/handlers/Events.ts",
    find: "        Effect.raceFirst(ended),\n",
    replace: "",
    tests: ["apps/api/test/rules/followers.test.ts"],
    pattern: "a request that waits ends with 401"
  },
  {
    breaks: "exposure",
    says: "A key in a path is logged if a character of it is encoded",
    file: "apps/api/src/request/LoggablePath.ts",
    find: "path.includes(\"%\") ? decoded(path) : path",
    replace: "path",
    tests: ["apps/api/test/headers.test.ts"],
    pattern: "a key in a path is not logged"
  },
  {
    breaks: "exposure",
    says: "401 has no WWW-Authenticate",
    file: "apps/api/src/middleware/Requests.ts",
    find: "if (status === Errors.status.Unauthorized) headers[\"www-authenticate\"] = challenge",
    replace: "",
    tests: ["apps/api/test/rules/requests.test.ts"],
    pattern: "a revoked key is refused from the next request on"
  },
  {
    breaks: "exposure",
    says: "An answer that needs a key may be stored",
    file: "apps/api/src/middleware/Requests.ts",
    find: "if (own[\"cache-control\"] === undefined) headers[\"cache-control\"] = \"no-store\"",
    replace: "",
    tests: ["apps/api/test/headers.test.ts"],
    pattern: "every answer has X-Content-Type-Options"
  },
  {
    breaks: "exposure",
    says: "Answers have no X-Content-Type-Options",
    file: "apps/api/src/middleware/Requests.ts",
    find: "\"x-ratelimit-reset\": String(reset),\n      \"x-content-type-options\": \"nosniff\"",
    replace: "\"x-ratelimit-reset\": String(reset)",
    tests: ["apps/api/test/headers.test.ts"],
    pattern: "every answer has X-Content-Type-Options"
  },
  {
    breaks: "exposure",
    says: "/docs has no Content-Security-Policy",
    file: "apps/api/src/open/ReferencePage.ts",
    find: "\"content-security-policy\": policy(text), ",
    replace: "",
    tests: ["apps/api/test/docs.test.ts"],
    pattern: "/docs runs its own scripts alone"
  },
  {
    breaks: "exposure",
    says: "/docs may stand in a frame",
    file: "apps/api/src/open/ReferencePage.ts",
    find: "\"form-action 'none'\",\n    \"frame-ancestors 'none'\"",
    replace: "\"form-action 'none'\"",
    tests: ["apps/api/test/docs.test.ts"],
    pattern: "/docs runs its own scripts alone"
  },
  {
    breaks: "exposure",
    says: "A body that comes too slowly is 503",
    file: "apps/api/src/answer/Responses.ts",
    find: "if (error instanceof BodyTooSlow) return Effect.succeed(bodyTooSlow)",
    replace: "if (error instanceof BodyTooSlow) return Effect.succeed(unavailable)",
    tests: ["apps/api/test/connections.test.ts"],
    pattern: "a body that comes too slowly is 408"
  },
  {
    breaks: "exposure",
    says: "A webhook to a literal private address is made",
    file: "packages/domain/src/webhook/WebhookAddress.ts",
    find: "address === undefined ? isLocalName(parsed.hostname) : !isPublicAddress(address)",
    replace: "address === undefined && isLocalName(parsed.hostname)",
    tests: ["packages/domain/test/Webhook.test.ts"],
    pattern: "which leads into the private network"
  },
  {
    breaks: "exposure",
    says: "168.63.129.16 is a public address",
    file: "packages/background/src/webhook/PublicAddress.ts",
    find: "new Set([\"168.63.129.16\"])",
    replace: "new Set<string>()",
    tests: ["packages/background/test/Sending.test.ts"],
    pattern: "An address is public"
  },
  {
    breaks: "exposure",
    says: "The log of deliveries tells private names from unknown ones",
    file: "packages/background/src/webhook/PublicAddress.ts",
    find: "Effect.andThen(Effect.fail(new HostRefused({ host })))",
    replace: "Effect.andThen(Effect.fail(new HostRefused({ host: `${host} (${why})` })))",
    tests: ["packages/background/test/Sending.test.ts"],
    pattern: "in the same words where one of its addresses is not public"
  },
  {
    breaks: "exposure",
    says: "A replayed test message has another time",
    file: "packages/background/src/webhook/Deliveries.ts",
    find: "occurred_at: Timestamp.ofUuidV7(delivery.message_id)",
    replace: "occurred_at: Timestamp.fromMillis(performance.timeOrigin + performance.now())",
    tests: ["packages/background/test/Webhooks.test.ts"],
    pattern: "get samples on request, without an event"
  },
  {
    breaks: "exposure",
    says: "A field name of 1 MB is sent back",
    file: "packages/contract/src/Issues.ts",
    find: "typeof key === \"string\" ? cut(key, maxKeyLength) : key",
    replace: "key",
    tests: ["apps/api/test/rules/bodies.test.ts"],
    pattern: "names and numbers of wrong fields are told in bounded length"
  },
  {
    breaks: "members",
    says: "Keys of a deactivated member are admitted",
    file: "packages/sql/src/statements/Admission.ts",
    find: "`u.status = '${active}'`",
    replace: "`u.status IN ('${active}', 'deactivated')`",
    tests: ["apps/api/test/revocation.test.ts"],
    pattern: "two servers that have both seen a key refuse it"
  },
  {
    breaks: "members",
    says: "A key keeps its scope when its member gets a smaller role",
    file: "packages/sql/src/statements/Admission.ts",
    find: "const principal = limitedTo(row.principal, role)",
    replace: "const principal = limitedTo(row.principal, role === \"read\" ? \"admin\" : role)",
    tests: ["apps/api/test/revocation.test.ts"],
    pattern: "two servers that have both seen a key refuse it"
  },
  {
    breaks: "members",
    says: "Changes of members and keys at once do not know of each other",
    file: "packages/sql/src/repositories/access/AccessVersion.ts",
    find: "WHERE id = ${organization} AND access_version = ${access_version}",
    replace: "WHERE id = ${organization} AND access_version >= ${access_version}",
    tests: ["packages/sql/test/Members.test.ts"],
    pattern: "of two last admins who demote or deactivate each other"
  }
]
