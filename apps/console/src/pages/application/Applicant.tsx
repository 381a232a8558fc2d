/** What the application said of the person: that the person was known, and what the candidate's record does not have. */
import { Link } from "@tanstack/react-router"
import { Part } from "../../parts/Part.tsx"
import { spelled } from "../../parts/Status.tsx"
import { CandidateDetails } from "../candidate/CandidateDetails.tsx"
import type { Application } from "./Application.ts"

type Unapplied = Application["unapplied"][number]

/** Those whose name is not the field's. */
const names: { readonly [Field in Unapplied["field"]]?: string } = {
  full_name: "name",
  linkedin_url: "LinkedIn address",
  website_url: "website",
  github_url: "GitHub address",
  years_experience: "years of experience",
  tags: "tag",
  email_addresses: "e-mail address",
  phone_numbers: "phone number"
}

const reasons: { readonly [Reason in Unapplied["reason"]]: string } = {
  unrecognized: "could not be read",
  differs: "differs from what is known"
}

export const Applicant = ({ application: { candidate, candidate_match, unapplied } }: { readonly application: Application }) => (
  <Part title="Candidate" side={<Link to="/candidates/$id" params={{ id: candidate.id }}>Open</Link>}>
    {candidate_match === "found"
      ? <p className="known">This person was known already: <Link to="/candidates/$id" params={{ id: candidate.id }}>all applications</Link></p>
      : null}
    <CandidateDetails candidate={candidate} />
    {unapplied.length === 0 ? null : (
      <>
        <h3>Sent with the application</h3>
        <ul className="sent">
          {unapplied.map(({ field, reason, value }) => (
            <li key={`${field} ${value}`}>The {names[field] ?? spelled(field).toLowerCase()} “<bdi>{value}</bdi>” {reasons[reason]}.</li>
          ))}
        </ul>
      </>
    )}
  </Part>
)
