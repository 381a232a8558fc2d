/** `candor keys …` */
import * as ApiKey from "@candor/domain/authentication/ApiKey"
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import { ApiKeyId, type OrganizationId } from "@candor/domain/Id"
import * as Member from "@candor/domain/organization/Member"
import { Members } from "@candor/domain/organization/Members"
import { Scope } from "@candor/domain/access/Scope"
import { Email, Line } from "@candor/domain/Text"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { allOf } from "./AllPages.ts"
import { existing, operator, organization } from "./Organization.ts"
import { CommandRefused, json, print, table } from "./Output.ts"

const refused = (message: string) => Effect.fail(new CommandRefused({ message }))

/** Creates a key of the member with this email address, who is added if missing. */
const createKey = Effect.fnUntraced(
  function*(id: OrganizationId, email: string, draft: Omit<ApiKey.ApiKeyDraft, "user_id">) {
    const by = yield* operator(id, "keys create")
    // Checked first, so that a key with a refused expiry adds no member.
    yield* Effect.fromResult(ApiKey.mustBeInFuture(draft.expires_at ?? null, yield* Timestamp.now))
    const added = { email, full_name: email.slice(0, 200), role: draft.scope }
    const member = yield* (yield* Members).add(
      by,
      email,
      (existing, context) => Member.ensure(added, existing, context)
    )
    return yield* (yield* ApiKeys).create(by, member.id, (issuing, context) => ApiKey.create(draft, issuing, context))
  },
  Effect.catchTags({
    ExpiryPassed: ({ expires_at }) => refused(`Expected --expires-at in the future, got ${expires_at}.`),
    LimitReached: ({ limit, what }) => refused(`The limit is ${limit} ${what}. Revoke one first.`),
    MemberDeactivated: () => refused("The member is deactivated. Reactivate the member first (candor members update)."),
    ScopeBeyondRole: ({ role }) =>
      refused(`Expected --scope ${role} or less, the member's role (candor members update).`),
    MemberNotFound: Effect.die
  })
)

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
    const { name: organizationName } = yield* existing(id)
    const expires_at = Option.match(expires, {
      onNone: () => null,
      onSome: (date) => Timestamp.fromMillis(date.getTime())
    })
    const { api_key: key, text } = yield* createKey(id, email, { name, scope, expires_at })
    yield* print(
      options,
      { organization_id: id, ...key, key: text },
      `Created ${
        scope === "admin" ? "an" : "a"
      } ${scope} key of ${email} at ${organizationName}, with the id ${key.id}. ` +
        "The key itself is shown once:",
      text
    )
  })
).pipe(
  Command.withDescription("Create an API key"),
  Command.withExamples([{
    command: "candor keys create --organization <id> --user-email ada@acme.example --scope admin"
  }])
)

/** Returns the end of a key: its expiry or its revocation. */
const end = ({ expires_at, revoked_at }: ApiKey.ApiKey): string =>
  revoked_at === null ? expires_at === null ? "never" : expires_at : `revoked ${revoked_at}`

const list = Command.make(
  "list",
  { organization, json },
  Effect.fnUntraced(function*({ organization: id, ...options }) {
    yield* existing(id)
    const { list: members } = yield* Members
    const { list: keysOf } = yield* ApiKeys
    const emails = new Map((yield* allOf((page) => members(id, page))).map((member) => [member.id, member.email]))
    const keys = (yield* allOf((page) => keysOf(id, page))).map((key) => ({
      ...key,
      user_email: emails.get(key.user_id) ?? null
    }))
    const rows = keys.map((
      key
    ) => [key.id, key.scope, key.user_email ?? key.user_id, key.created_at, end(key), key.name])
    const lines = table(["ID", "SCOPE", "USER", "CREATED", "EXPIRES", "NAME"], rows)
    yield* print(options, keys, ...(keys.length === 0 ? ["There are no keys."] : lines))
  })
).pipe(
  Command.withDescription("List an organization's API keys, newest first, without their secrets"),
  Command.withExamples([{ command: "candor keys list --organization <id>" }])
)

const revoke = Command.make(
  "revoke",
  {
    organization,
    id: Argument.String("id").pipe(
      Argument.withDescription("The key's id, as keys list shows it"),
      Argument.withSchema(ApiKeyId)
    ),
    json
  },
  Effect.fnUntraced(function*({ id, organization, ...options }) {
    yield* existing(organization)
    yield* (yield* ApiKeys).modify(yield* operator(organization, "keys revoke"), id, ApiKey.revoke).pipe(
      Effect.mapError(() =>
        new CommandRefused({ message: `The organization has no key ${id} (see candor keys list).` })
      )
    )
    yield* print(options, { revoked: true, id }, `Revoked ${id}.`)
  })
).pipe(
  Command.withDescription("Revoke an API key at once, permanently"),
  Command.withExamples([{ command: "candor keys revoke --organization <id> <key-id>" }])
)

export const keys = Command.make("keys").pipe(
  Command.withDescription("Create, list and revoke API keys"),
  Command.withSubcommands([create, list, revoke])
)
