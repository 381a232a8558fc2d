/** Loads scorecards for pages. */
import { type Interview, NotFound, type ScorecardTemplateUse } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { feedStaleTime, queries } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { useOpened } from "../../api/useOpened.ts"
import { t } from "../../language/text.tsx"

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

/** Loads all templates with their uses. Not cached, since a page may open right after a change. */
export const useScorecardTemplates = () =>
  useLoaded(["scorecard_template"], async (signal) => {
    const { scorecard_templates, used_by } = await candor.scorecardTemplates.list({ signal })
    return scorecard_templates.map((template) => ({
      ...template,
      use: used_by.find(({ scorecard_template_id }) => scorecard_template_id === template.id)
    }))
  })

/** Describes the uses: “12 interviews, 1 scheduling link”; empty if a template is unused. */
export const usedBy = (use: ScorecardTemplateUse | undefined): string =>
  use === undefined ? "" : [
    use.interviews === 0 ? [] : t("{n, plural, one {# interview} other {# interviews}}", { n: use.interviews }),
    use.planned_interviews === 0
      ? []
      : t("{n, plural, one {# planned interview} other {# planned interviews}}", { n: use.planned_interviews }),
    use.scheduling_links === 0
      ? []
      : t("{n, plural, one {# scheduling link} other {# scheduling links}}", { n: use.scheduling_links })
  ].flat().join(", ")

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
