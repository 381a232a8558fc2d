/** Loads an application and everything its page shows by one request, and caches each part under its own key. */
import type { ApplicationDetail } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { feedStaleTime, queries } from "../../api/queries.ts"
import { asking, keepPart } from "../../api/store.ts"
import { planKey } from "../plan/plan.ts"
import { firstPage } from "../../api/usePaged.ts"

export const loadApplication = async (id: string, signal?: AbortSignal): Promise<ApplicationDetail> => {
  const since = Date.now()
  const opened = await candor.overviews.application(id, signal === undefined ? {} : { signal })
  const {
    application,
    assessment,
    attachments,
    candidate,
    feedback_requests,
    history,
    interviews,
    job,
    messages,
    plan,
    scheduling_links,
    signals,
    submissions,
    team
  } = opened
  const parts: ReadonlyArray<readonly [key: ReadonlyArray<string>, value: unknown]> = [
    [["candidate", candidate.id], candidate],
    [["job", job.id], job],
    [["team_member", job.id], team],
    [["attachment", id], { attachments }],
    [["application", id, "history"], firstPage(history)],
    [["message", id], firstPage(messages)],
    [["submission", "of", id], submissions],
    [["feedback_request", id], feedback_requests],
    [["interview", id], interviews],
    [["scheduling_link", id], scheduling_links],
    [["assessment", id], assessment],
    [["application", id, "signals"], signals],
    [planKey(application), plan]
  ]
  for (const [key, value] of parts) keepPart(key, value, since)
  return application
}

/** Loads an application in advance because it is likely to be opened next. */
export const prefetchApplication = (id: string): void =>
  void queries.prefetchQuery({
    queryKey: ["application", id],
    queryFn: ({ signal }) => asking(["application", id], () => loadApplication(id, signal)),
    staleTime: feedStaleTime
  })

/** Returns whether an application is cached. */
export const isApplicationKept = (id: string): boolean => queries.getQueryData(["application", id]) !== undefined
