/** Faults that grant access to the wrong person, or reveal secrets. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    says: "Keys of a deactivated member are admitted",
    file: "packages/sql/src/statements/Authentication.ts",
    find: "`u.status = '${active}'`",
    replace: "`u.status IN ('${active}', 'deactivated')`",
    tests: ["apps/api/test/revocation.test.ts"],
    pattern: "two servers that have both seen a key refuse it"
  },
  {
    says: "A key keeps its scope when its member gets a smaller role",
    file: "packages/sql/src/statements/Authentication.ts",
    find: "const principal = limitedTo(row.principal, role)",
    replace: "const principal = limitedTo(row.principal, role === \"read\" ? \"admin\" : role)",
    tests: ["apps/api/test/revocation.test.ts"],
    pattern: "two servers that have both seen a key refuse it"
  },
  {
    says: "A request waits on after its key is revoked",
    file: "apps/api/src/handlers/Events.ts",
    find: "        Effect.raceFirst(ended),\n",
    replace: "",
    tests: ["apps/api/test/rules/followers.test.ts"],
    pattern: "a request that waits ends with 401"
  },
  {
    says: "A key in a path is logged if a character of it is encoded",
    file: "apps/api/src/request/LoggablePath.ts",
    find: "path.includes(\"%\") ? decoded(path) : path",
    replace: "path",
    tests: ["apps/api/test/headers.test.ts"],
    pattern: "a key in a path is not logged"
  },
  {
    says: "Files that the database makes later are open to other users",
    file: "packages/sql/src/database/PrivateFiles.ts",
    find: "preRun: [...options.preRun ?? [], narrow]",
    replace: "preRun: [...options.preRun ?? []]",
    tests: ["packages/sql/test/DataDirectory.test.ts"],
    pattern: "the data directory is closed to other users"
  },
  {
    says: "A webhook to a literal private address is made",
    file: "packages/domain/src/webhook/WebhookAddress.ts",
    find: "address === undefined ? isLocalName(parsed.hostname) : !isPublicAddress(address)",
    replace: "address === undefined && isLocalName(parsed.hostname)",
    tests: ["packages/domain/test/Webhook.test.ts"],
    pattern: "which leads into the private network"
  },
  {
    says: "Another site can use the session's cookie",
    file: "apps/api/src/auth/ConsoleRequest.ts",
    find: "site === \"same-origin\"",
    replace: "site !== \"none\"",
    tests: ["apps/api/test/signin.test.ts"],
    pattern: "a cookie is refused from"
  },
  {
    says: "A browser that did not begin comes back signed in",
    file: "apps/api/src/signin/OpenIdConnect.ts",
    find: "expectedState: state,",
    replace: "expectedState: url.searchParams.get(\"state\") ?? \"\",",
    tests: ["apps/api/test/oidc.test.ts"],
    pattern: "a browser that did not begin"
  },
  {
    says: "A challenge can be used twice",
    file: "packages/sql/src/repositories/access/Passkeys.ts",
    find:
      "DELETE FROM passkey_challenges c WHERE c.hash = decode(${hashOf(purpose, challenge)}, 'hex') AND c.expires_at > now()",
    replace:
      "UPDATE passkey_challenges c SET expires_at = c.expires_at WHERE c.hash = decode(${hashOf(purpose, challenge)}, 'hex') AND c.expires_at > now()",
    tests: ["packages/sql/test/Passkeys.test.ts"],
    pattern: "a challenge is redeemed once"
  },
  {
    says: "A kept answer can be read in the database",
    file: "apps/api/src/idempotency/KeyedResponses.ts",
    find: "keys.keep(keyed, cipher.encrypt({ status: response.status, ...contentOf(response) }, nonce))",
    replace: "keys.keep(keyed, { status: response.status, ...contentOf(response) })",
    tests: ["apps/api/test/idempotency.test.ts"],
    pattern: "cannot be read without the API key"
  },
  {
    says: "Tools offer operations whose answers have secrets",
    file: "apps/api/src/mcp/KeptOperations.ts",
    find: "[\"ApiKeys.create\", secret],",
    replace: "",
    tests: ["apps/api/test/mcp/operations.test.ts"],
    pattern: "every operation of the contract is described for tools"
  },
  {
    says: "A confirmation is good for other arguments of its operation",
    file: "apps/api/src/mcp/Confirmation.ts",
    find: "update(JSON.stringify([expires, nonce, etag, method, url])).update(body)",
    replace: "update(JSON.stringify([expires, nonce, etag, method, url]))",
    tests: ["apps/api/test/mcp/confirmation.test.ts"],
    pattern: "a confirmation is of its arguments"
  },
  {
    says: "A webhook's signature does not cover its id",
    file: "packages/client/src/Webhook.ts",
    find: "encoder.encode(`${id}.${timestamp}.`)",
    replace: "encoder.encode(`msg_1.${timestamp}.`)",
    tests: ["packages/client/test/Webhook.test.ts"],
    pattern: "a message is refused"
  }
]
