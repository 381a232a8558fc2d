/** The number of an application's submitted scorecards, with a link to the debrief. */
import type { Interview } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { t } from "../../language/text.tsx"
import { useSession } from "../../session/CurrentSession.tsx"
import { useScorecards } from "./scorecards.ts"

interface Props {
  readonly application: string
  readonly interviews: ReadonlyArray<Interview>
}

export const ScorecardsLine = ({ application, interviews }: Props) => {
  const { due, scorecards } = useScorecards(application, interviews)
  const { user } = useSession()
  if (due.length + scorecards.length === 0) return null
  const said = due.some(({ member }) => member.id === user.id)
    // Before that, the others' scorecards are not counted.
    ? t("{n, plural, one {# scorecard} other {# scorecards}} due", { n: due.length })
    : t("{done} of {all, plural, one {# scorecard} other {# scorecards}}", {
      done: scorecards.length,
      all: scorecards.length + due.length
    })
  return (
    <p className="row">
      <span className="hint">{said}</span>
      <Link to="/applications/$id/debrief" params={{ id: application }}>{t("Debrief")}</Link>
    </p>
  )
}
