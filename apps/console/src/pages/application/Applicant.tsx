/**
 * What the application said about the person: whether the person was already known, and what the candidate's record
 * lacks.
 */
import type { CandidateDetail } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { nameOf } from "../../api/issues.ts"
import { type Marked, msg, Rich, t } from "../../language/text.tsx"
import { Part } from "../../parts/Part.tsx"
import { CandidateDetails } from "../candidate/CandidateDetails.tsx"
import type { Application } from "./Application.ts"

type Unapplied = Application["unapplied"][number]

const reasons: { readonly [Reason in Unapplied["reason"]]: Marked } = {
  unrecognized: msg("The {field} “{value}” couldn't be read."),
  differs: msg("The {field} “{value}” differs from the candidate's record.")
}

interface Props {
  readonly application: Application
  /** The full record of the person, such as the phone number; undefined until it is loaded. */
  readonly person: CandidateDetail | undefined
}

export const Applicant = ({ application: { candidate, candidate_match, unapplied }, person }: Props) => (
  <Part title={t("Candidate")} side={<Link to="/candidates/$id" params={{ id: candidate.id }}>{t("Open")}</Link>}>
    {candidate_match === "found"
      ? (
        <p className="known">
          {t("This candidate already exists:")}{" "}
          <Link to="/candidates/$id" params={{ id: candidate.id }}>{t("all applications")}</Link>
        </p>
      )
      : null}
    <CandidateDetails candidate={person ?? candidate} />
    {unapplied.length === 0 ? null : (
      <>
        <h3>{t("Sent with the application")}</h3>
        <ul className="sent">
          {unapplied.map(({ field, reason, value }) => (
            <li key={`${field} ${value}`}>
              <Rich text={reasons[reason]} values={{ field: nameOf(field), value: <bdi>{value}</bdi> }} />
            </li>
          ))}
        </ul>
      </>
    )}
  </Part>
)
