/**
 * Finds the moves of applications, in the activity feeds of candidates (“… was moved into Offer for Engineer on
 * 03/27/2014 by Ada Park”), or by the stages that applications have entered.
 */
import type { Foreign } from "../Foreign.ts"
import { addTo } from "../Lists.ts"
import type { Job, Stage } from "./Jobs.ts"
import type { Users } from "./Users.ts"

interface Told {
  readonly at: string
  readonly body: string
  readonly user_id: string | null
}

interface Entered {
  readonly at: string
  readonly stage: string
  readonly user_id: string | null
}

export interface Move {
  readonly at: string
  readonly stage: Stage
  readonly user_id: string | null
}

const inOrder = (one: Move, other: Move): number => one.at < other.at ? -1 : one.at > other.at ? 1 : 0

export class Moves {
  private readonly entered = new Map<string, Array<Entered>>()
  private readonly told = new Map<string, Array<Told>>()

  private readonly users: Users

  constructor(users: Users) {
    this.users = users
  }

  /** Reads an activity of a candidate. Returns whether it describes a move. */
  read(candidate: string, activity: Foreign): boolean {
    const [at, body] = [activity.time("created_at"), activity.text("body")]
    const user_id = this.users.named(activity.part("user"))
    activity.skip("id", "subject")
    if (at === null || body === null || !body.includes(" moved into ")) return false
    addTo(this.told, candidate, { at, body, user_id })
    return true
  }

  /** Reads a record of `moves`: a stage that an application has entered. */
  enter(record: Foreign): void {
    const [application, stage, at] = [record.text("application_id"), record.text("stage_id"), record.time("entered_at")]
    const user_id = this.users.named(record.part("user"))
    if (application === null || stage === null || at === null) return
    addTo(this.entered, application, { at, stage, user_id })
  }

  /** Returns the moves of an application for a job between two times, in order. */
  of(
    { candidate, key }: { readonly candidate: string; readonly key: string },
    job: Job,
    from: string,
    to: string
  ): ReadonlyArray<Move> {
    const entered = (this.entered.get(key) ?? []).flatMap(({ at, stage, user_id }): ReadonlyArray<Move> => {
      const one = job.stages.find((one) => one.key === stage)
      return one === undefined || at <= from || at >= to ? [] : [{ at, stage: one, user_id }]
    }).toSorted(inOrder)
    if (entered.length > 0) return entered
    return (this.told.get(candidate) ?? []).filter(({ at }) => at > from && at < to).flatMap(
      ({ at, body, user_id }) => {
        const stage = job.stages.find(({ name }) => body.includes(` moved into ${name} for ${job.name} `))
        return stage === undefined ? [] : [{ at, stage, user_id }]
      }
    ).toSorted(inOrder)
  }
}
