/**
 * The scorecards of an application side by side, by attribute, with disagreements and gaps. A member who still owes a
 * scorecard sees none of them.
 */
import type { ScorecardSummary } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { t } from "../../language/text.tsx"
import { Above } from "../../parts/Above.tsx"
import { Badge, Empty, Page, Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { Status } from "../../parts/Status.tsx"
import { useSession } from "../../session/CurrentSession.tsx"
import { useApplication } from "../application/ApplicationContent.tsx"
import { keepApplication } from "../application/keepApplication.ts"
import { Progress } from "../application/Progress.tsx"
import { useSummary } from "./scorecards.ts"

export const DebriefPage = ({ id }: { readonly id: string }) => {
  const summary = useSummary(id)
  const application = useApplication(id)
  const { candidate, job } = application.value ?? {}
  return (
    <Page
      wide
      title={candidate === undefined ? t("Debrief") : t("Debrief: {name}", { name: candidate.full_name })}
      above={<Above to="/applications/$id" params={{ id }}>{t("Application")}</Above>}
      lead={job?.title}
    >
      <Show of={summary}>
        {(summary) =>
          summary.is_hidden ? <Hidden summary={summary} /> : (
            <>
              {application.value === undefined ? null : (
                <Progress
                  application={application.value}
                  onChange={keepApplication}
                  onRejected={undefined}
                  onWrite={undefined}
                />
              )}
              <Debrief summary={summary} />
            </>
          )}
      </Show>
    </Page>
  )
}

interface Props {
  readonly summary: ScorecardSummary
}

const Hidden = ({ summary: { due } }: Props) => {
  const { user } = useSession()
  return (
    <Empty title={t("Submit your scorecard first")}>
      <p>{t("You see what the others say once you have submitted yours, so that every judgment is independent.")}</p>
      {due.filter(({ member }) => member.id === user.id).map(({ interview: { id, title } }) => (
        <p key={id}>
          <Link to="/interviews/$id" params={{ id }} className="button primary">
            {t("Fill in the scorecard: {title}", { title })}
          </Link>
        </p>
      ))}
    </Empty>
  )
}

const Debrief = ({ summary }: Props) => {
  const { attributes, due, questions, recommendations } = summary
  return (
    <>
      {recommendations.length === 0
        ? (
          <Empty title={t("No scorecards yet")}>
            <p>{t("Submitted scorecards of this application appear here.")}</p>
          </Empty>
        )
        : <Recommendations summary={summary} />}
      {due.length === 0 ? null : (
        <Part title={t("Scorecards due")}>
          <ul className="plain-list">
            {due.map(({ interview, member }) => (
              <li key={`${interview.id} ${member.id}`}>
                {t("{name}: {title}", { name: member.full_name, title: interview.title })}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {attributes.length === 0 || recommendations.length === 0 ? null : (
        <Part title={t("Attributes")}>
          <Matrix summary={summary} />
        </Part>
      )}
      {questions.every(({ answers }) => answers.length === 0) ? null : <Answers summary={summary} />}
    </>
  )
}

const Disagreement = () => <Badge tone="warning">{t("Disagreement")}</Badge>

const Recommendations = ({ summary: { is_disputed, recommendations } }: Props) => (
  <Part title={t("Recommendations")} side={is_disputed ? <Disagreement /> : null}>
    <ul className="entries">
      {recommendations.map(({ interview_id, member, overall, scorecard_id, summary }) => (
        <li key={scorecard_id} className="entry-item">
          <div className="row">
            <h3>
              <Link to="/interviews/$id" params={{ id: interview_id }}>{member.full_name}</Link>
            </h3>
            {overall === null ? null : <Status of={overall} />}
          </div>
          {summary === null ? null : <p className="prose">{summary}</p>}
        </li>
      ))}
    </ul>
  </Part>
)

const Answers = ({ summary: { questions } }: Props) => (
  <Part title={t("Answers")}>
    {questions.map(({ answers, id, text }) => (
      <section key={id} aria-label={text}>
        <h3>{text}</h3>
        {answers.length === 0 ? <p className="hint">{t("No answers")}</p> : (
          <dl className="answers">
            {answers.map(({ answer, member, scorecard_id }) => (
              <div key={scorecard_id}>
                <dt>{member.full_name}</dt>
                <dd className="prose">{answer}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
    ))}
  </Part>
)

/** A matrix of attributes and interviewers. Disagreements and gaps are texts beside the attribute. */
const Matrix = ({ summary: { attributes, recommendations } }: Props) => (
  <div className="scroll-table" role="region" aria-label={t("Attributes")} tabIndex={0}>
    <table className="table debrief">
      <thead>
        <tr>
          <th scope="col">{t("Attribute")}</th>
          {recommendations.map(({ member, scorecard_id }) => <th key={scorecard_id} scope="col">{member.full_name}
          </th>)}
        </tr>
      </thead>
      <tbody>
        {attributes.map(({ id, is_disputed, is_gap, name, ratings, section }) => (
          <tr key={id} className={is_disputed ? "disputed" : ""}>
            <th scope="row">
              <span className="hint">{section}</span> {name} {is_disputed ? <Disagreement /> : null}
              {is_gap ? <Badge>{t("Rated by no one")}</Badge> : null}
            </th>
            {recommendations.map(({ member, scorecard_id }) => {
              const said = ratings.find((rating) =>
                rating.scorecard_id === scorecard_id
              )
              return (
                <td key={scorecard_id} data-label={member.full_name}>
                  {said?.rating == null
                    ? <span className="hint" aria-label={t("Not rated")}>–</span>
                    : <Status of={said.rating} />}
                  {said?.note == null ? null : <p className="hint">{said.note}</p>}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
