/** Today's interviews of the person, on the home page. */
import { Link } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { feedStaleTime } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Avatar } from "../../parts/Avatar.tsx"
import { Part } from "../../parts/Part.tsx"
import { useSession } from "../../session/CurrentSession.tsx"
import { ConfidentialMark } from "../job/ConfidentialMark.tsx"
import { clockOf, whenOf } from "./interviews.ts"
import { beginsAt, later, startOf, today } from "./week.ts"

export const TodaysInterviews = () => {
  const { user } = useSession()
  const day = today()
  const { value = [] } = useLoaded(
    ["interview", "today", day],
    async (signal) =>
      (await candor.interviews.list({ from: startOf(day), to: startOf(later(day, 1)), member_id: user.id, limit: 50 }, {
        signal
      })).interviews,
    feedStaleTime
  )
  const shown = value.filter(({ status }) => status === "scheduled" || status === "awaiting_feedback")
  if (shown.length === 0) return null
  return (
    <Part title={t("Your interviews today")}>
      <ul className="list">
        {shown.map((interview) => {
          const { application: { candidate, job }, link, title } = interview
          return (
            <li key={interview.id} className="job-row waiting-row">
              <Avatar person={candidate} isNamed={false} />
              <div className="list-main">
                <span>
                  <Link to="/interviews/$id" params={{ id: interview.id }} className="row-link">
                    {candidate.full_name}
                  </Link>
                  <ConfidentialMark of={job} />
                </span>
                <span className="hint">{t("{job}: {title}", { job: job.title, title })}</span>
              </div>
              <div className="list-side row row-inner">
                {link === null
                  ? null
                  : <a href={link} rel="noreferrer" target="_blank" className="button quiet">{t("Join call")}</a>}
                <time dateTime={interview.starts_at ?? ""} title={whenOf(interview)}>
                  {clockOf(beginsAt(interview))}
                </time>
              </div>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
