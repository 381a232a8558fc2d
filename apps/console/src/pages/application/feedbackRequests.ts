/** Requests for feedback on an application, and who sees the feedback of others meanwhile. */
import { candor } from "../../api/Client.ts"
import { brought, reloadChanged } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { useMay, useSession } from "../../session/CurrentSession.tsx"
import type { Application } from "./Application.ts"

/** Requests that wait for feedback on an application. */
export const useRequests = (id: string) =>
  useLoaded(["feedback_request", id], async (signal) =>
    (await candor.feedbackRequests.list({ application_id: id, status: "asked", limit: 100 }, { signal })).feedback_requests, brought)

export const reloadRequests = () => void reloadChanged(["feedback_request"])

/**
 * How others' feedback is shown to a member: hidden, while the member's own is asked for or is being written, so that nobody follows a
 * judgement that was made before. The ratings of a board's cards go by the same rule, at the server.
 */
export const useOthersFeedback = ({ id, interview_feedback }: Application, isGiving: boolean): "shown" | "hidden" | "unknown" => {
  const { user } = useSession()
  const mayGive = useMay("comment")
  const requests = useRequests(id)
  if (!mayGive || interview_feedback.some(({ author }) => author.id === user.id)) return "shown"
  if (isGiving) return "hidden"
  if (requests.value === undefined) return requests.error === undefined ? "unknown" : "shown"
  return requests.value.some(({ member }) => member.id === user.id) ? "hidden" : "shown"
}
