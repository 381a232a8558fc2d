/** API keys: each acts as one member, with a scope. */
import { Result, Schema } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import { type Decision, decided, type DecisionContext, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { ApiKeyId, UserId } from "../Id.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { embedded, id, labelled, managed, nullable, required, time, without } from "../Field.ts"
import { declare } from "../Noun.ts"
import { type Member, MemberDeactivated } from "../organization/Member.ts"
import { MemberRole, scopeOf } from "../access/MemberRole.ts"
import { includes, least, Scope } from "../access/Scope.ts"
import { overlapEnd, SecretRotation } from "../SecretRotation.ts"
import { spelled, synonyms } from "../Spelling.ts"
import { Line, ShownLine } from "../Text.ts"
import { Timestamp, TimestampFromText } from "../Timestamp.ts"

export const noun = declare({
  subject: "api_key",
  description: "An API key without its text, which only the response to its creation shows",
  table: "api_keys",
  sees: "all",
  fields: {
    id: id(ApiKeyId),
    user_id: required(UserId, Schema.optionalKey(UserId), {
      description: "The member that the key acts as; by default the member whose key makes the request",
      example: example.id.user,
      privacy: "kept"
    }).pipe(without("update")),
    name: required(ShownLine, Line, {
      description: "A name that people recognise the key by",
      example: "Careers site",
      privacy: "kept"
    }).pipe(labelled("Name", "Name")),
    scope: required(Scope, spelled(Scope, synonyms.scope), {
      description: "What the key may do; at most the role of its member",
      example: "write",
      privacy: "kept"
    }).pipe(without("update")),
    created_at: time(Timestamp, "When the key was created", example.time.keyCreated),
    expires_at: nullable(Timestamp, Schema.NullOr(TimestampFromText), {
      description: "When the key expires; null for never. Must be in the future in a request",
      example: example.time.keyExpires,
      privacy: "kept"
    }).pipe(labelled("Expiry", "Ablauf"), without("update")),
    revoked_at: time(Schema.NullOr(Timestamp), "When the key was revoked; null if it was not", null),
    replaced_by: managed(Schema.NullOr(ApiKeyId), {
      description: "The key that replaces this one after a rotation; null if there is none",
      example: null,
      privacy: "kept"
    }),
    last_used_at: embedded(
      Schema.NullOr(Timestamp).pipe(
        described(
          "The beginning of the clock hour of the key's latest request; null if there was none",
          example.time.keyUsed
        )
      )
    )
  },
  events: {
    created: { summary: "An API key was created" },
    updated: { summary: "An API key was renamed" },
    rotated: {
      summary: "An API key was replaced by another one",
      example: { replaced_by: example.id.newKey }
    },
    revoked: { summary: "An API key was revoked", example: { revoked_at: example.time.closed } }
  }
})

export const ApiKey = noun.json
export interface ApiKey extends Schema.Schema.Type<typeof ApiKey> {}

/** A request for a new key. Without `user_id` it acts as the member whose key makes the request. */
export const ApiKeyDraft = noun.create.pipe(named("ApiKeyDraft", "A new API key"))
export interface ApiKeyDraft extends Schema.Schema.Type<typeof ApiKeyDraft> {}

/** A request to change a key. Its scope, member and expiry cannot change: a new key can have others. */
export const ApiKeyPatch = noun.update.pipe(named(
  "ApiKeyPatch",
  "Changes to an API key. Scope, member and expiry cannot change",
  { name: "Careers site (production)" }
))
export interface ApiKeyPatch extends Schema.Schema.Type<typeof ApiKeyPatch> {}

/** A request to replace a key. Without `expires_at`, the new one expires when the old one would have. */
export const ApiKeyRotation = Schema.Struct({
  ...SecretRotation.fields,
  expires_at: noun.create.fields.expires_at
}).pipe(named(
  "ApiKeyRotation",
  "A request to replace a key. Without `expires_at`, the new key expires when the old one would have"
))
export interface ApiKeyRotation extends Schema.Schema.Type<typeof ApiKeyRotation> {}

export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", { id: Schema.String }) {}

/** The scope is larger than the role of the key's member. */
export class ScopeBeyondRole extends Schema.TaggedError<ScopeBeyondRole>()("ScopeBeyondRole", {
  scope: Scope,
  role: MemberRole
}) {}

/** The expiry is not in the future. */
export class ExpiryPassed extends Schema.TaggedError<ExpiryPassed>()("ExpiryPassed", { expires_at: Timestamp }) {}

/** The key was revoked, has expired or was replaced, so it cannot be rotated. */
export class ApiKeyEnded extends Schema.TaggedError<ApiKeyEnded>()("ApiKeyEnded", {
  reason: Schema.Literals(["revoked", "expired", "replaced"])
}) {}

/** The most active keys of an organization. */
export const maxKeys: Limit = { what: "API keys of an organization that are neither revoked nor expired", limit: 1000 }

/** The context of a decision on a new key: its member, and the number of the organization's active keys. */
export interface Issuing {
  readonly member: Member
  readonly active_keys: number
}

/** A rotated key, and the new one that replaces it. */
export interface Rotated {
  readonly old: ApiKey
  readonly key: ApiKey
}

type Context = DecisionContext<Actor | Worker>

/** Creates a key for an active member, with at most the scope of the member's role. */
export const create = (
  draft: Omit<ApiKeyDraft, "user_id">,
  { active_keys, member }: Issuing,
  { nextId, now }: Context
): Decision<ApiKey, MemberDeactivated | ScopeBeyondRole | ExpiryPassed | LimitReached> =>
  Result.gen(function*() {
    const { expires_at = null, name, scope } = draft
    yield* mustBeActive(member)
    if (!includes(scopeOf(member.role), scope))
      return yield* Result.fail(new ScopeBeyondRole({ scope, role: member.role }))
    yield* mustBeInFuture(expires_at, now)
    yield* withinLimit(maxKeys, active_keys, 1)
    const key: ApiKey = {
      id: ApiKeyId.make(nextId()),
      user_id: member.id,
      name,
      scope,
      created_at: now,
      expires_at,
      revoked_at: null,
      replaced_by: null,
      last_used_at: null
    }
    return yield* decided(key, noun.event("created", key))
  })

/**
 * Replaces a key. The old one ends with the overlap or at its own expiry, whichever is earlier. The new one has the
 * same name, member and expiry, unless the request states others, and at most the scope of the member's role.
 */
export const rotate = (
  key: ApiKey,
  { expires_at = key.expires_at, ...rotation }: ApiKeyRotation,
  { active_keys, member }: Issuing,
  { nextId, now }: Context
): Decision<Rotated, ApiKeyEnded | MemberDeactivated | ExpiryPassed | LimitReached> =>
  Result.gen(function*() {
    const reason = endedBy(key, now)
    if (reason !== undefined) return yield* Result.fail(new ApiKeyEnded({ reason }))
    yield* mustBeActive(member)
    yield* mustBeInFuture(expires_at, now)
    const until = overlapEnd(rotation, now)
    yield* withinLimit(maxKeys, active_keys, until === null ? 0 : 1)
    const replacement: ApiKey = {
      ...key,
      id: ApiKeyId.make(nextId()),
      scope: least(key.scope, scopeOf(member.role)),
      created_at: now,
      expires_at,
      last_used_at: null
    }
    const replaced = { ...key, replaced_by: replacement.id }
    const old: ApiKey = until === null
      ? { ...replaced, revoked_at: now }
      : { ...replaced, expires_at: key.expires_at !== null && key.expires_at < until ? key.expires_at : until }
    return yield* decided({ old, key: replacement }, noun.event("created", replacement), noun.event("rotated", old))
  })

/** Applies a patch to a key. */
export const update = (key: ApiKey, { name = key.name }: ApiKeyPatch): Decision<ApiKey, never> => {
  if (name === key.name) return unchanged(key)
  const after: ApiKey = { ...key, name }
  return decided(after, noun.event("updated", after))
}

/** Revokes a key, permanently. */
export const revoke = (key: ApiKey, { now }: Context): Decision<ApiKey, never> => {
  if (key.revoked_at !== null) return unchanged(key)
  const after: ApiKey = { ...key, revoked_at: now }
  return decided(after, noun.event("revoked", after))
}

const mustBeActive = ({ id, status }: Member): Result.Result<void, MemberDeactivated> =>
  status === "active" ? Result.void : Result.fail(new MemberDeactivated({ member_id: id }))

/** Returns why a key cannot be rotated; undefined if it can. */
const endedBy = (
  { expires_at, replaced_by, revoked_at }: ApiKey,
  now: Timestamp
): ApiKeyEnded["reason"] | undefined => {
  if (replaced_by !== null) return "replaced"
  if (revoked_at !== null) return "revoked"
  return expires_at !== null && expires_at <= now ? "expired" : undefined
}

/** Fails if an expiry is not in the future. */
export const mustBeInFuture = (expires_at: Timestamp | null, now: Timestamp): Result.Result<void, ExpiryPassed> =>
  expires_at === null || expires_at > now ? Result.void : Result.fail(new ExpiryPassed({ expires_at }))
