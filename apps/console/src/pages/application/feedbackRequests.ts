/** Requests for feedback on an application, and who sees the feedback of others meanwhile. */
import { candor } from "../../api/Client.ts"
import { partStaleTime } from "../../api/queries.ts"
import { reloadChanged } from "../../api/store.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { useMay, useMayDecide, useSession } from "../../session/CurrentSession.tsx"
import type { Application } from "./Application.ts"

/** Requests that wait for feedback on an application. */
export const useRequests = (id: string) =>
  useLoaded(
    ["feedback_request", id],
    async (signal) =>
      (await candor.feedbackRequests.list({ application_id: id, status: "asked", limit: 100 }, { signal }))
        .feedback_requests,
    partStaleTime
  )

export const reloadRequests = () => void reloadChanged(["feedback_request"])

/**
 * How others' feedback is shown to a member: hidden, while the member's own is asked for, is being written, or is all
 * that the member does on the job, so that nobody follows a judgement that was made before.
 */
export const useOthersFeedback = (
  { id, interview_feedback, job }: Application,
  isGiving: boolean
): "shown" | "hidden" | "unknown" => {
  const { user } = useSession()
  const mayGive = useMay("comment")
  const mayDecide = useMayDecide(job.id)
  const requests = useRequests(id)
  if (!mayGive || interview_feedback.some(({ author }) => author.id === user.id)) return "shown"
  if (isGiving || !mayDecide) return "hidden"
  if (requests.value === undefined) return requests.error === undefined ? "unknown" : "shown"
  return requests.value.some(({ member }) => member.id === user.id) ? "hidden" : "shown"
}
