/** Members of an organization. Each API key acts as one member. */
import { Result, Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { Scope } from "../access/Scope.ts"
import { type Decision, decided, type DecisionContext, differences, type DomainEvent, unchanged } from "../Decision.ts"
import type { Actor, Worker } from "../access/Actor.ts"
import { UserId } from "../Id.ts"
import { eventFor, MemberStatus, memberStatus } from "./MemberStatus.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { spelled, synonyms } from "../Spelling.ts"
import { Email, PersonLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { User } from "./User.ts"

export const Member = Schema.Struct({
  ...User.fields,
  role: Scope.pipe(described("The largest scope that a key of the member can have", "admin")),
  status: MemberStatus,
  created_at: Timestamp.pipe(described("When the member was added", example.time.organizationCreated))
}).pipe(named("Member", "A person of the organization. Each API key acts as one"))
export interface Member extends Schema.Schema.Type<typeof Member> {}

/** A member, with whether the organization has another active admin. */
export interface MemberState extends Member {
  readonly has_other_admin: boolean
}

/** A request for a new member. */
export const MemberDraft = Schema.Struct({
  full_name: PersonLine.pipe(described("The name of the person", example.user.full_name)),
  email: Email.pipe(described("The e-mail address of the person", example.user.email)),
  role: spelled(Scope, synonyms.scope).pipe(described("The largest scope that a key of the member can have", "admin"))
}).pipe(named("MemberDraft", "A new member of the organization"))
export interface MemberDraft extends Schema.Schema.Type<typeof MemberDraft> {}

/** A request to change a member: every field is optional. */
export const MemberPatch = Schema.Struct({
  full_name: Schema.optionalKey(PersonLine).pipe(described("The name of the person", example.user.full_name)),
  role: Schema.optionalKey(spelled(Scope, synonyms.scope)).pipe(described("The largest scope that a key of the member can have", "write")),
  status: Schema.optionalKey(spelled(MemberStatus))
}).pipe(named("MemberPatch", "Changes of a member. A field that is left out stays", { role: "write" }))
export interface MemberPatch extends Schema.Schema.Type<typeof MemberPatch> {}

export class MemberNotFound extends Schema.TaggedError<MemberNotFound>()("MemberNotFound", { id: Schema.String }) {}

/** A member with the e-mail address exists, in any case of letters. */
export class MemberExists extends Schema.TaggedError<MemberExists>()("MemberExists", { member_id: UserId }) {}

/** The change would leave the organization without an active admin. */
export class LastAdmin extends Schema.TaggedError<LastAdmin>()("LastAdmin", { member_id: UserId }) {}

/** The member is deactivated, and gets no key. */
export class MemberDeactivated
  extends Schema.TaggedError<MemberDeactivated>()("MemberDeactivated", { member_id: UserId })
{}

/** Returns the member with the draft's e-mail address, and adds one if there is none. */
export const ensure = (
  draft: MemberDraft,
  existing: Member | null,
  { nextId, now }: DecisionContext<Actor | Worker>
): Decision<Member, never> => {
  if (existing !== null) return unchanged(existing)
  const member: Member = { ...draft, id: UserId.make(nextId()), status: memberStatus.initial, created_at: now }
  return decided(member, event("member.added", member))
}

/** Adds a member. `existing` is the one with the draft's e-mail address. */
export const add = (
  draft: MemberDraft,
  existing: Member | null,
  context: DecisionContext<Actor | Worker>
): Decision<Member, MemberExists> =>
  existing === null ? ensure(draft, existing, context) : Result.fail(new MemberExists({ member_id: existing.id }))

/** The role and status of an active admin. */
export const activeAdmin: Pick<Member, "role" | "status"> = { role: "admin", status: "active" }

const isActiveAdmin = ({ role, status }: Member): boolean => role === activeAdmin.role && status === activeAdmin.status

/** Applies a patch to a member. An organization that has an active admin keeps one. */
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
      ...("full_name" in changes ? [event("member.updated", after)] : []),
      ...("role" in changes ? [event("member.role_changed", after)] : []),
      ...("status" in changes ? [event(statusEvents[status], after)] : [])
    )
  })

const statusEvents = { active: "member.reactivated", deactivated: "member.deactivated" } as const

/** Makes an event with the fields that the interface shows. */
export const event = (
  type: DomainEvent["type"],
  { created_at, email, full_name, id, role, status }: Member
): DomainEvent => ({ type, subject_id: id, data: { id, full_name, email, role, status, created_at } })
