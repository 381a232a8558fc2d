/** The port to times at which members are busy besides their interviews, such as those of their calendars. */
import { Context, Effect } from "effect"
import type { OrganizationId, UserId } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"

export interface BusyTime {
  readonly member_id: UserId
  readonly starts_at: Timestamp
  readonly ends_at: Timestamp
}

export interface BusyTimes {
  /** Returns what overlaps with the span, bounded by who reads it. */
  readonly within: (
    organization: OrganizationId,
    members: ReadonlyArray<UserId>,
    span: { readonly from: Timestamp; readonly to: Timestamp }
  ) => Effect.Effect<ReadonlyArray<BusyTime>>
}

/** The calendars of this process: none, where nothing reads any. */
export const CurrentBusyTimes = Context.Reference<BusyTimes>("@candor/domain/CurrentBusyTimes", {
  defaultValue: () => ({ within: () => Effect.succeed([]) })
})
