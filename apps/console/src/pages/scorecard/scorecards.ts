/** Loads scorecards for pages. */
import { type Interview, NotFound } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { feedStaleTime, queries } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { useOpened } from "../../api/useOpened.ts"

/** Loads the summary of an application's scorecards, as far as the person may see it. */
export const useSummary = (application: string) =>
  useLoaded(
    ["scorecard", "summary", application],
    async (signal) => (await candor.scorecards.summary(application, { signal })).scorecard_summary,
    feedStaleTime
  )

const none = { scorecards: [], due: [] } as const

/**
 * Loads the submitted scorecards of an application, as far as the person may see them, and the due ones. Sends no
 * request if no interview asks for any.
 */
export const useScorecards = (
  application: string,
  interviews: ReadonlyArray<Pick<Interview, "scorecard_template_id">>
) => {
  const isAsked = interviews.some(({ scorecard_template_id }) => scorecard_template_id !== null)
  const { value = none } = useLoaded(
    ["scorecard", "of", application, String(isAsked)],
    async (signal) => isAsked ? candor.scorecards.ofApplication(application, { signal }) : none,
    feedStaleTime
  )
  return value
}

/** Loads the person's scorecard of an interview as it is when the page opens; null if none is due from them. */
export const useOwnScorecard = (interview: string) =>
  useOpened(
    ["scorecard-opened", interview],
    (signal) =>
      candor.scorecards.own(interview, { signal }).catch((failure: unknown) => {
        if (failure instanceof NotFound) return { scorecard: null }
        throw failure
      }),
    ({ scorecard }) => scorecard
  )

/** Reloads what a submitted scorecard changes. */
export const reloadScorecards = (application: string) => {
  for (
    const queryKey of [["scorecard"], ["interview"], ["application", application], ["feedback_request"], ["waiting"]]
  ) void queries.invalidateQueries({ queryKey })
}

/**
 * Returns whether a member is an interviewer who has not declined, of an interview that was neither canceled nor
 * missed.
 */
export const holds = ({ interviewers, status }: Pick<Interview, "interviewers" | "status">, member: string): boolean =>
  !["cancelled", "no_show"].includes(status) &&
  interviewers.some(({ member_id, response }) => member_id === member && response !== "declined")
