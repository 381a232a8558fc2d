/** Faults that let somebody in who should not be, or stay. */
import type { PlantedFault } from "./PlantedFault.ts"

const fault = (fault: Omit<PlantedFault, "breaks">): PlantedFault => ({ breaks: "signingIn", ...fault })

const http = ["apps/api/test/signin.test.ts"]
const stored = ["packages/sql/test/SignIns.test.ts"]
const passkeys = ["apps/api/test/passkeys.test.ts"]
const storedPasskeys = ["packages/sql/test/Passkeys.test.ts"]
const provider = ["apps/api/test/oidc.test.ts"]

export const faults: ReadonlyArray<PlantedFault> = [
  fault({
    says: "Another site can use the session's cookie",
    file: "apps/api/src/admission/ConsoleRequest.ts",
    find: "site === \"same-origin\"",
    replace: "site !== \"none\"",
    tests: http,
    pattern: "a cookie is refused from"
  }),
  fault({
    says: "A form can use the session's cookie",
    file: "apps/api/src/admission/ConsoleRequest.ts",
    find: " && headers[consoleHeader] === \"1\"",
    replace: "",
    tests: http,
    pattern: "a cookie is refused from"
  }),
  fault({
    says: "Another site can sign somebody in",
    file: "apps/api/src/handlers/SignIns.ts",
    find: "signIn: Effect.fnUntraced(function*({ payload: { email, organization_id, password } }) {\n      yield* fromConsole\n",
    replace: "signIn: Effect.fnUntraced(function*({ payload: { email, organization_id, password } }) {\n",
    tests: http,
    pattern: "a cookie is refused from"
  }),
  fault({
    says: "Signing out removes the cookie and leaves the session",
    file: "apps/api/src/handlers/SignIns.ts",
    find: "if (Option.isSome(session)) yield* signIns.endSession(session.value)",
    replace: "if (Option.isSome(session)) yield* Effect.void",
    tests: http,
    pattern: "a member comes in by a link"
  }),
  fault({
    says: "A deactivated member's session comes back with the member",
    file: "packages/sql/src/repositories/organization/Members.ts",
    find: "after: status === \"active\" ? [] : [endSessions(sql, organization_id, id, 0)]",
    replace: "after: []",
    tests: stored,
    pattern: "a session has its member's role"
  }),
  fault({
    says: "A new password leaves other sessions",
    file: "packages/sql/src/repositories/access/SignIns.ts",
    find: "entity.password_hash !== before.password_hash || ",
    replace: "",
    tests: stored,
    pattern: "a session has its member's role"
  }),
  fault({
    says: "Changes at the same time do not compare the version",
    file: "packages/sql/src/repositories/access/SignIns.ts",
    find: "WHERE stored.version = ${before.version}",
    replace: "WHERE stored.version >= ${before.version}",
    tests: stored,
    pattern: "a link works once"
  }),
  fault({
    says: "The list of keys has sessions",
    file: "packages/sql/src/repositories/access/ApiKeys.ts",
    find: "WHERE k.organization_id = ${organization} AND NOT k.is_session AND ${after(sql, \"k\", page)}",
    replace: "WHERE k.organization_id = ${organization} AND ${after(sql, \"k\", page)}",
    tests: stored,
    pattern: "sessions are in no list of keys"
  }),
  fault({
    says: "A browser that did not begin comes back signed in",
    file: "apps/api/src/signin/OpenIdConnect.ts",
    find: "expectedState: state,",
    replace: "expectedState: url.searchParams.get(\"state\") ?? \"\",",
    tests: provider,
    pattern: "a browser that did not begin"
  }),
  fault({
    says: "A challenge can be used twice",
    file: "packages/sql/src/repositories/access/Passkeys.ts",
    find: "DELETE FROM passkey_challenges c WHERE c.hash = decode(${hashOf(purpose, challenge)}, 'hex') AND c.expires_at > now()",
    replace: "UPDATE passkey_challenges c SET expires_at = c.expires_at WHERE c.hash = decode(${hashOf(purpose, challenge)}, 'hex') AND c.expires_at > now()",
    tests: storedPasskeys,
    pattern: "a challenge is redeemed once"
  }),
  fault({
    says: "A challenge for a new passkey signs in",
    file: "packages/sql/src/repositories/access/Passkeys.ts",
    find: "`${purpose === \"sign-in\" ? purpose : userHandle(purpose)} ${challenge}`",
    replace: "`${challenge}`",
    tests: storedPasskeys,
    pattern: "a challenge is redeemed once"
  }),
  fault({
    says: "A passkey that was used without the user's verification signs in",
    file: "apps/api/src/signin/WebAuthn.ts",
    find: "counter: passkey.counter },\n      requireUserVerification: true",
    replace: "counter: passkey.counter },\n      requireUserVerification: false",
    tests: passkeys,
    pattern: "a signature for another origin"
  }),
  fault({
    says: "A signature for a page at another port of the host signs in",
    file: "apps/api/src/signin/WebAuthn.ts",
    find: "expectedOrigin: origin,\n      expectedRPID: id,\n      credential:",
    replace: "expectedOrigin: [origin, \"https://desk.example:8443\"],\n      expectedRPID: id,\n      credential:",
    tests: passkeys,
    pattern: "a signature for another origin"
  }),
  fault({
    says: "The copy of a device signs in at the same time",
    file: "packages/domain/src/access/SignIn.ts",
    find: " || !mayFollow(used.counter, counter)",
    replace: "",
    tests: storedPasskeys,
    pattern: "of sign-ins at a time with one count"
  }),
  fault({
    says: "A deactivated member signs in by a passkey",
    file: "packages/domain/src/access/SignIn.ts",
    find: "member.status !== \"active\" || used === undefined",
    replace: "used === undefined",
    tests: passkeys,
    pattern: "a deactivated member's passkey"
  }),
  fault({
    says: "A removed passkey leaves the sessions that it opened",
    file: "packages/sql/src/repositories/access/SignIns.ts",
    find: " || entity.passkeys.length < before.passkeys.length",
    replace: "",
    tests: storedPasskeys,
    pattern: "a removed passkey ends all sessions"
  })
]
