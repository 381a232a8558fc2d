/** Creates a planned interview of the caller and of a member who is always free. */
import type { PlannedInterview } from "@candor/domain/interview/PlannedInterview"
import { type Call, having, type JsonObject } from "./Client.ts"
import { atAllHours } from "./FreshInterview.ts"

interface Makes {
  readonly call: Call
  readonly writer: string
  readonly ownId: () => Promise<string>
  readonly member: (more: JsonObject) => Promise<{ readonly id: string }>
  readonly apiKey: (more: JsonObject) => Promise<{ readonly key: string }>
}

export const plannedIn = async ({ apiKey, call, member, ownId, writer }: Makes, jobId: string, stage_id: string) => {
  const [interviewerId, { id: replacementId }] = [
    await ownId(),
    await member({ full_name: "Barbara Simons", role: "write" })
  ]
  const { key } = await apiKey({ user_id: replacementId })
  having(200)(await call("PUT", "/me/schedule", { key, body: atAllHours }))
  const body = { stage_id, title: "Technical interview", member_ids: [interviewerId, replacementId], needed: 1 }
  const path = `/jobs/${jobId}/planned-interviews`
  const { planned_interview } =
    having(201)(await call<{ planned_interview: PlannedInterview }>("POST", path, { key: writer, body })).body
  return { interviewerId, replacementId, plannedInterviewId: planned_interview.id }
}
