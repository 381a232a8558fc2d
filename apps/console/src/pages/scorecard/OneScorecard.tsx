/** A submitted scorecard in the timeline of its application. */
import type { Scorecard } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { t } from "../../language/text.tsx"
import { Status } from "../../parts/Status.tsx"
import { Ago } from "../../parts/Time.tsx"
import { Details } from "./ScorecardShown.tsx"

export const OneScorecard = ({ scorecard }: { readonly scorecard: Scorecard }) => {
  const { interview, member, overall, status, submitted_at, summary, updated_at } = scorecard
  return (
    <li className="entry-item">
      <div className="row">
        <h3>
          <Link to="/interviews/$id" params={{ id: interview.id }}>{interview.title}</Link>
        </h3>
        {overall === null ? null : <Status of={overall} />}
      </div>
      {summary === null ? null : <p className="prose">{summary}</p>}
      <details>
        <summary>{t("Scorecard of {name}", { name: member.full_name })}</summary>
        <Details scorecard={scorecard} />
      </details>
      <span className="hint">
        {member.full_name}, <Ago at={submitted_at ?? updated_at} />
        {status === "revised"
          ? (
            <>
              , {t("changed")} <Ago at={updated_at} />
            </>
          )
          : null}
      </span>
    </li>
  )
}
