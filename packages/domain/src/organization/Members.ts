/** The port to stored members. Each method works within one organization. */
import { Context, type Effect, Schema } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ExternalIdTaken } from "../ExternalId.ts"
import { externalIdFilter } from "../Filter.ts"
import type { OrganizationId, UserId } from "../Id.ts"
import type { Member, MemberNotFound, MemberState } from "./Member.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { ResourceStore } from "../Resource.ts"

export const MemberFilter = Schema.Struct(externalIdFilter("members"))
export interface MemberFilter extends Schema.Schema.Type<typeof MemberFilter> {}

export class Members extends Context.Service<
  Members,
  Pick<ResourceStore<Member, never, never, MemberNotFound>, "get"> & {
    /** Returns a page, newest first. */
    readonly list: (
      organization: OrganizationId,
      page: PageRequest,
      filter?: MemberFilter
    ) => Effect.Effect<Page<Member>>
    /** Returns the member with this email address, in any case of letters; null if there is none. */
    readonly withEmail: (organization: OrganizationId, email: string) => Effect.Effect<Member | null>
    /** Returns the members that a text links to (Mention.ts). */
    readonly named: (organization: OrganizationId, text: string) => Effect.Effect<ReadonlyArray<UserId>>
    /**
     * Stores the member that `decide` returns. `existing` is the one with this email address, in any case of letters.
     */
    readonly add: <Failure>(
      by: Actor | Worker,
      email: string,
      decide: (existing: Member | null, context: DecisionContext<Actor | Worker>) => Decision<Member, Failure>
    ) => Effect.Effect<Member, Failure | ExternalIdTaken>
    /**
     * Stores the member that `decide` returns; decides again after a concurrent change of a member or a key. From then
     * on, every process authenticates requests of the member's keys by the stored role and status.
     */
    readonly modify: <Failure>(
      by: Actor | Worker,
      id: UserId,
      decide: (member: MemberState) => Decision<MemberState, Failure>
    ) => Effect.Effect<Member, Failure | ExternalIdTaken | MemberNotFound>
  }
>()("@candor/domain/Members") {}
