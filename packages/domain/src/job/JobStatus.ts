/** The status of a job (spec, part 3): any state may follow any other. */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

export const jobStatus = StateMachine.make({
  name: "job status",
  initial: "draft",
  events: ["publish", "withdraw", "close"],
  table: {
    draft: { publish: "published", withdraw: "draft", close: "closed" },
    published: { publish: "published", withdraw: "draft", close: "closed" },
    closed: { publish: "published", withdraw: "draft", close: "closed" }
  }
})

export const JobStatus = jobStatus.State.pipe(
  described(
    "`published` is open to candidates; `closed` accepts no more applications. A new job is a `draft`. Any " +
      "status can change to any other",
    "published"
  )
)
export type JobStatus = typeof JobStatus.Type

/** The state machine's event that leads to each status. */
export const eventFor = { draft: "withdraw", published: "publish", closed: "close" } as const satisfies Record<
  JobStatus,
  string
>

/** The verb of the domain event for each new status. */
export const statusEvents = { draft: "withdrawn", published: "published", closed: "closed" } as const
