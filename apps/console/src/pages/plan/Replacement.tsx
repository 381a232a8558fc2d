/**
 * Replaces an interviewer who declined, by one click, with the free member of the plan who has the fewest interviews.
 */
import type { Interview } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useMemberNames } from "../../api/memberNames.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { reloadInterviews } from "../interview/interviews.ts"

/** For an upcoming interview that belongs to a plan. */
export const Replacement = ({ interview: { id, interviewers, updated_at } }: { readonly interview: Interview }) => {
  const names = useMemberNames()
  const tell = useNotice()
  const declined = interviewers.filter(({ response }) => response === "declined")
  const { value } = useLoaded(
    ["interview", "replacements", id, updated_at],
    async (signal) => (await candor.plannedInterviews.replacements(id, { signal })).replacements
  )
  const replace = useAction(async (member_id: string, by: string) => {
    await candor.plannedInterviews.replace(id, { member_id, by })
    reloadInterviews()
    tell(t("{by} replaces {name}.", { by: names.get(by) ?? "…", name: names.get(member_id) ?? "…" }), { about: id })
  })
  if (value === undefined) return null
  const next = value.find(({ is_free }) => is_free)
  const by = names.get(next?.member_id ?? "") ?? "…"
  return (
    <>
      {declined.map(({ member_id }) => {
        const name = names.get(member_id) ?? "…"
        return next === undefined
          ? (
            <p key={member_id} className="problem">
              {t("{name} declined, and no one else of the plan is free then.", { name })}
            </p>
          )
          : (
            <div key={member_id} className="row">
              <p className="hint">
                {t(
                  "{name} declined. {by} is free then, with {n, plural, one {# interview} other {# interviews}} in four weeks.",
                  { name, by, n: next.held_around }
                )}
              </p>
              <Button pending={replace.pending} onClick={() => replace.run(member_id, next.member_id)}>
                {t("Replace by {by}", { by })}
              </Button>
            </div>
          )
      })}
      <Problem text={replace.error} />
    </>
  )
}
