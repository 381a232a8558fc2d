/** `candor keys …` */
import { type ApiKey, keyWithinLimit } from "@candor/domain/access/ApiKey"
import { ApiKeys } from "@candor/domain/access/ApiKeys"
import { ApiKeyId, type OrganizationId } from "@candor/domain/Id"
import { Organizations } from "@candor/domain/organization/Organizations"
import { Scope } from "@candor/domain/access/Scope"
import { Email, Line } from "@candor/domain/Text"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { existing, organization } from "./Organization.ts"
import { CommandRefused, json, print, table } from "./Output.ts"

/** Returns the expiry of a new key. Fails if it is in the past. */
const expiry = Effect.fnUntraced(function*(requested: Option.Option<Date>) {
  if (Option.isNone(requested)) return undefined
  const at = Timestamp.fromMillis(requested.value.getTime())
  return at > (yield* Timestamp.now)
    ? at
    : yield* new CommandRefused({ message: `Expected --expires-at in the future, got ${at}.` })
})

/** Fails if the organization has as many active keys as the limit allows. */
const checkLimit = Effect.fnUntraced(function*(id: OrganizationId) {
  const keys = yield* (yield* ApiKeys).list(id)
  yield* Effect.fromResult(keyWithinLimit(keys, yield* Timestamp.now)).pipe(
    Effect.mapError(({ limit, what }) => new CommandRefused({ message: `The limit is ${limit} ${what}. Revoke one first.` }))
  )
})

const create = Command.make(
  "create",
  {
    organization,
    email: Flag.String("user-email").pipe(
      Flag.withDescription("The member that the key acts as; created if there is none"),
      Flag.withSchema(Email)
    ),
    scope: Flag.Literals("scope", Scope.literals).pipe(Flag.withDescription("The key's permissions")),
    name: Flag.String("name").pipe(
      Flag.withDescription("The key's purpose"),
      Flag.withSchema(Line),
      Flag.withDefault("Made with candor keys create")
    ),
    expires: Flag.Date("expires-at").pipe(
      Flag.withDescription("When the key stops working, for example 2027-01-31; never, unless given"),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function*({ email, expires, name, organization: id, scope, ...options }) {
    const expires_at = yield* expiry(expires)
    const { name: organizationName } = yield* existing(id)
    yield* checkLimit(id)
    const user = yield* (yield* Organizations).member(id, { email, full_name: email.slice(0, 200) })
    const { text, ...key } = yield* (yield* ApiKeys).create(id, { user_id: user.id, name, scope, expires_at })
    yield* print(
      options,
      { organization_id: id, ...key, key: text },
      `Created ${scope === "admin" ? "an" : "a"} ${scope} key of ${user.email} at ${organizationName}, with the id ${key.id}. ` +
        "The key itself is shown once:",
      text
    )
  })
).pipe(Command.withDescription("Create an API key"))

/** Returns the end of a key: its expiry or its revocation. */
const end = ({ expires_at, revoked_at }: ApiKey): string =>
  revoked_at === null ? expires_at === null ? "never" : expires_at : `revoked ${revoked_at}`

const list = Command.make(
  "list",
  { organization, json },
  Effect.fnUntraced(function*({ organization: id, ...options }) {
    yield* existing(id)
    const members = yield* (yield* Organizations).members(id)
    const emails = new Map(members.map((user) => [user.id, user.email]))
    const keys = (yield* (yield* ApiKeys).list(id)).map((key) => ({ ...key, user_email: emails.get(key.user_id) ?? null }))
    const rows = keys.map((key) => [key.id, key.scope, key.user_email ?? key.user_id, key.created_at, end(key), key.name])
    const lines = table(["ID", "SCOPE", "USER", "CREATED", "EXPIRES", "NAME"], rows)
    yield* print(options, keys, ...(keys.length === 0 ? ["There are no keys."] : lines))
  })
).pipe(Command.withDescription("List an organization's API keys, newest first, without their secrets"))

const revoke = Command.make(
  "revoke",
  { organization, id: Argument.String("id").pipe(Argument.withDescription("The key's id, as keys list shows it"), Argument.withSchema(ApiKeyId)), json },
  Effect.fnUntraced(function*({ id, organization, ...options }) {
    yield* existing(organization)
    yield* (yield* ApiKeys).revoke(organization, id).pipe(
      Effect.mapError(() => new CommandRefused({ message: `The organization has no key ${id} (see candor keys list).` }))
    )
    yield* print(options, { revoked: true, id }, `Revoked ${id}.`)
  })
).pipe(Command.withDescription("Revoke an API key at once, permanently"))

export const keys = Command.make("keys").pipe(
  Command.withDescription("Create, list and revoke API keys"),
  Command.withSubcommands([create, list, revoke])
)
