/** How many scorecards of an application were submitted, and the way to the debrief. */
import { Link } from "@tanstack/react-router"
import { t } from "../../language/text.tsx"
import { useSummary } from "./scorecards.ts"

export const ScorecardsLine = ({ application }: { readonly application: string }) => {
  const { value: summary } = useSummary(application)
  if (summary === undefined) return null
  const { due, is_hidden, recommendations } = summary
  const said = is_hidden
    // Others' are not counted before.
    ? t("{n, plural, one {# scorecard} other {# scorecards}} due", { n: due.length })
    : t("{done} of {all, plural, one {# scorecard} other {# scorecards}}", { done: recommendations.length, all: recommendations.length + due.length })
  return <p className="row"><span className="hint">{said}</span><Link to="/applications/$id/debrief" params={{ id: application }}>{t("Debrief")}</Link></p>
}
