/** What is known of a candidate. */
import type { ReactNode } from "react"
import type { ApplicationDetail } from "@candor/client"

type Candidate = ApplicationDetail["candidate"]

/** An address of another site, without its scheme. */
const Outside = ({ to }: { readonly to: string }) => (
  <a href={to} target="_blank" rel="noreferrer noopener">{to.replace(/^https?:\/\/(www\.)?/, "")}</a>
)

export const CandidateDetails = ({ candidate }: { readonly candidate: Candidate }) => {
  const { github_url, linkedin_url, primary_email, university, website_url, years_experience } = candidate
  const facts: ReadonlyArray<readonly [string, ReactNode]> = [
    ["E-mail", <a key="email" href={`mailto:${encodeURIComponent(primary_email)}`}>{primary_email}</a>],
    ["LinkedIn", linkedin_url === null ? null : <Outside key="linkedin" to={linkedin_url} />],
    ["GitHub", github_url === null ? null : <Outside key="github" to={github_url} />],
    ["Website", website_url === null ? null : <Outside key="website" to={website_url} />],
    ["Experience", years_experience === null ? null : `${years_experience} years`],
    ["University", university]
  ]
  return (
    <dl className="facts">
      {facts.filter(([, value]) => value !== null).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
    </dl>
  )
}
