/** Members of an organization. Each API key acts as one member. */
import { Result, Schema } from "effect"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { externalIds } from "../ExternalId.ts"
import { type Decision, decided, type DecisionContext, differences, unchanged } from "../Decision.ts"
import type { Actor, Worker } from "../access/Actor.ts"
import { UserId } from "../Id.ts"
import { id, labelled, required, time, without } from "../Field.ts"
import { absent, declare } from "../Noun.ts"
import { MemberRole } from "../access/MemberRole.ts"
import { eventFor, MemberStatus, memberStatus } from "./MemberStatus.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { spelled, synonyms } from "../Spelling.ts"
import { Email, PersonLine, ShownEmail, ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

export const noun = declare({
  subject: "member",
  description: "A person of the organization. Each API key acts as one",
  table: "users",
  sees: "all",
  fields: {
    id: id(UserId),
    full_name: required(ShownLine, PersonLine, {
      description: "The name of the person",
      example: example.user.full_name,
      privacy: "kept"
    }),
    email: required(ShownEmail, Email, {
      description: "The email address of the person",
      example: example.user.email,
      privacy: "kept"
    }).pipe(labelled("Email address", "E-Mail-Adresse"), without("update")),
    role: required(MemberRole, spelled(MemberRole, synonyms.scope), {
      description:
        "The largest scope that a key of the member can have, and whether the member sees only the jobs of their teams",
      example: "admin",
      privacy: "kept"
    }).pipe(without("listed")),
    status: required(MemberStatus, spelled(MemberStatus), {
      description: "The keys of a `deactivated` member are refused until the member is `active` again",
      example: "active",
      privacy: "kept"
    }).pipe(without("listed", "create")),
    external_ids: externalIds("kept").pipe(without("listed")),
    created_at: time(Timestamp, "When the member was added", example.time.organizationCreated)
  },
  events: {
    added: { summary: "A member was added" },
    updated: { summary: "A member's name or external ids were changed" },
    role_changed: { summary: "A member's role was changed" },
    deactivated: { summary: "A member was deactivated", example: { status: "deactivated" } },
    reactivated: { summary: "A member was made active again" },
    sign_in_link_created: { summary: "A sign-in link to the console was created for a member" },
    password_set: { summary: "A member set a password for the console" },
    identity_linked: {
      summary: "A member linked an account at the identity provider, to sign in to the console with it",
      reads: ["single sign-on connected", "Single Sign-on verbunden"]
    },
    identity_unlinked: {
      summary: "A member unlinked an account at the identity provider",
      reads: ["single sign-on disconnected", "Single Sign-on getrennt"]
    },
    passkey_added: { summary: "A member added a passkey for the console" },
    passkey_removed: { summary: "A member removed a passkey" },
    calendar_feed_made: {
      summary: "A member created the address of their calendar feed; an earlier one stopped working",
      reads: ["calendar address made", "Kalenderadresse erstellt"]
    },
    calendar_feed_ended: {
      summary: "A member ended their calendar feed",
      reads: ["calendar address ended", "Kalenderadresse beendet"]
    }
  }
})

export const Member = noun.json
export interface Member extends Schema.Schema.Type<typeof Member> {}

/** The identity of a member, as principals and authors show it. */
export const User = noun.listed
export interface User extends Schema.Schema.Type<typeof User> {}

/** A member, with whether the organization has another active admin. */
export interface MemberState extends Member {
  readonly has_other_admin: boolean
}

/** A request for a new member. */
export const MemberDraft = noun.create.pipe(named("MemberDraft", "A new member of the organization"))
export interface MemberDraft extends Schema.Schema.Type<typeof MemberDraft> {}

/** A request to change a member: every field is optional. */
export const MemberPatch = noun.update.pipe(
  named("MemberPatch", "Changes to a member. Omitted fields keep their values", { role: "write" })
)
export interface MemberPatch extends Schema.Schema.Type<typeof MemberPatch> {}

export class MemberNotFound extends Schema.TaggedError<MemberNotFound>()("MemberNotFound", { id: Schema.String }) {}

/** Another member has the email address, in any case of letters. */
export class MemberExists extends Schema.TaggedError<MemberExists>()("MemberExists", { member_id: UserId }) {}

/** The change would leave the organization without an active admin. */
export class LastAdmin extends Schema.TaggedError<LastAdmin>()("LastAdmin", { member_id: UserId }) {}

/** The member is deactivated, and cannot get a key. */
export class MemberDeactivated
  extends Schema.TaggedError<MemberDeactivated>()("MemberDeactivated", { member_id: UserId })
{}

/** Returns the member with the draft's email address, or adds one. */
export const ensure = (
  draft: MemberDraft,
  existing: Member | null,
  { nextId, now }: DecisionContext<Actor | Worker>
): Decision<Member, never> => {
  if (existing !== null) return unchanged(existing)
  const member: Member = {
    ...absent(noun),
    ...draft,
    id: UserId.make(nextId()),
    status: memberStatus.initial,
    created_at: now
  }
  return decided(member, noun.event("added", member))
}

/** Adds a member. `existing` is the one with the draft's email address. */
export const add = (
  draft: MemberDraft,
  existing: Member | null,
  context: DecisionContext<Actor | Worker>
): Decision<Member, MemberExists> =>
  existing === null ? ensure(draft, existing, context) : Result.fail(new MemberExists({ member_id: existing.id }))

/** The role and status of an active administrator. */
export const activeAdmin: Pick<Member, "role" | "status"> = { role: "admin", status: "active" }

const isActiveAdmin = ({ role, status }: Member): boolean => role === activeAdmin.role && status === activeAdmin.status

/** Applies a patch to a member. An organization keeps at least one active admin. */
export const update = (
  member: MemberState,
  { status: requested = member.status, ...fields }: MemberPatch
): Decision<MemberState, TransitionRefused | LastAdmin> =>
  Result.gen(function*() {
    const status = yield* memberStatus.next(member.status, eventFor[requested])
    const changes: Partial<Member> = differences(member, { ...fields, status })
    if (Object.keys(changes).length === 0) return yield* unchanged(member)
    const after: MemberState = { ...member, ...changes }
    if (isActiveAdmin(member) && !isActiveAdmin(after) && !member.has_other_admin) {
      return yield* Result.fail(new LastAdmin({ member_id: member.id }))
    }
    return yield* decided(
      after,
      ...("full_name" in changes || "external_ids" in changes ? [noun.event("updated", after)] : []),
      ...("role" in changes ? [noun.event("role_changed", after)] : []),
      ...("status" in changes ? [noun.event(statusEvents[status], after)] : [])
    )
  })

const statusEvents = { active: "reactivated", deactivated: "deactivated" } as const
