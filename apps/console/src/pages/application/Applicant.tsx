/** What the application said of the person: that the person was known, and what the candidate's record does not have. */
import { Link } from "@tanstack/react-router"
import { msg, Rich, t } from "../../language/text.tsx"
import { Part } from "../../parts/Part.tsx"
import { spelled } from "../../parts/Status.tsx"
import { CandidateDetails } from "../candidate/CandidateDetails.tsx"
import type { Application } from "./Application.ts"

type Unapplied = Application["unapplied"][number]

/** Those whose name is not the field's. */
const names: { readonly [Field in Unapplied["field"]]?: string } = {
  full_name: msg("name"),
  linkedin_url: msg("LinkedIn address"),
  website_url: msg("website"),
  github_url: msg("GitHub address"),
  years_experience: msg("number of years"),
  tags: msg("tag"),
  email_addresses: msg("e-mail address"),
  phone_numbers: msg("phone number")
}

const reasons: { readonly [Reason in Unapplied["reason"]]: string } = {
  unrecognized: msg("The {field} “{value}” could not be read."),
  differs: msg("The {field} “{value}” differs from what is known.")
}

export const Applicant = ({ application: { candidate, candidate_match, unapplied } }: { readonly application: Application }) => (
  <Part title={t("Candidate")} side={<Link to="/candidates/$id" params={{ id: candidate.id }}>{t("Open")}</Link>}>
    {candidate_match === "found"
      ? <p className="known">{t("This person was known already:")} <Link to="/candidates/$id" params={{ id: candidate.id }}>{t("all applications")}</Link></p>
      : null}
    <CandidateDetails candidate={candidate} />
    {unapplied.length === 0 ? null : (
      <>
        <h3>{t("Sent with the application")}</h3>
        <ul className="sent">
          {unapplied.map(({ field, reason, value }) => (
            <li key={`${field} ${value}`}>
              <Rich text={reasons[reason]} values={{ field: t(names[field] ?? spelled(field).toLowerCase()), value: <bdi>{value}</bdi> }} />
            </li>
          ))}
        </ul>
      </>
    )}
  </Part>
)
