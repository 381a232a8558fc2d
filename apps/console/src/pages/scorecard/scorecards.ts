/** Scorecards as pages load them. */
import { type Interview, NotFound } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { queries, told } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { useOpened } from "../../api/useOpened.ts"

/** What all scorecards of an application say, as far as the person sees it. */
export const useSummary = (application: string) =>
  useLoaded(["scorecard", "summary", application], async (signal) => (await candor.scorecards.summary(application, { signal })).scorecard_summary, told)

/** The person's scorecard of an interview as it is when the page opens; null where none is asked of them. */
export const useOwnScorecard = (interview: string) =>
  useOpened(
    ["scorecard-opened", interview],
    (signal) => candor.scorecards.own(interview, { signal }).catch((failure: unknown) => {
      if (failure instanceof NotFound) return { scorecard: null }
      throw failure
    }),
    ({ scorecard }) => scorecard
  )

/** Loaded with each page, which may come right after a change. */
export const useScorecardTemplates = () =>
  useLoaded(["scorecard_template"], async (signal) => (await candor.scorecardTemplates.list({ signal })).scorecard_templates)

/** Loads anew what a submitted scorecard changes. */
export const reloadScorecards = (application: string) => {
  for (const queryKey of [["scorecard"], ["interview"], ["application", application], ["feedback_request"], ["waiting"]]) void queries.invalidateQueries({ queryKey })
}

/** Whether a member is one of the interviewers, has not declined, and the interview was neither cancelled nor missed. */
export const holds = ({ interviewers, status }: Pick<Interview, "interviewers" | "status">, member: string): boolean =>
  !["cancelled", "no_show"].includes(status) && interviewers.some(({ member_id, response }) => member_id === member && response !== "declined")
