/** Requests for feedback on an application, and whether a member sees the others' feedback. */
import { candor } from "../../api/Client.ts"
import { partStaleTime } from "../../api/queries.ts"
import { reloadChanged } from "../../api/store.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { useMay, useMayDecide, useSession } from "../../session/CurrentSession.tsx"
import type { Application } from "./Application.ts"

/** Loads the open requests for feedback on an application. */
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
 * Returns how others' feedback is shown to a member. It is hidden while the member is asked for feedback, is writing
 * it, or only gives feedback on the job, so that earlier ratings do not influence the member's own.
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
