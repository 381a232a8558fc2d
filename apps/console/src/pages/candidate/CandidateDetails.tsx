/** What is known of a candidate. */
import type { ApplicationDetail, CandidateDetail } from "@candor/client"
import { msg, t } from "../../language/text.tsx"
import { type Fact, Facts } from "../../parts/Facts.tsx"
import { spelled } from "../../parts/Status.tsx"

type Candidate = ApplicationDetail["candidate"] & Partial<Pick<CandidateDetail, "email_addresses" | "family_name" | "given_name" | "location" | "phone_numbers">>

/** The parts of the name, where somebody has told them. */
export const names = [[msg("Given name"), "given_name"], [msg("Family name"), "family_name"]] as const

/** What is known in words, by its label, marked with `msg`: shown here, and edited in the dialog. */
export const texts = [[msg("Location"), "location"], [msg("University"), "university"]] as const

/** An address of another site, without its scheme. */
const Outside = ({ to }: { readonly to: string }) => (
  <a href={to} target="_blank" rel="noreferrer noopener">{to.replace(/^https?:\/\/(www\.)?/, "")}</a>
)

interface ReachProps {
  readonly scheme: "mailto" | "tel"
  readonly to: string
  readonly kind: string | null
}

/** An address to write to, or a number to call, with its kind. */
const Reach = ({ kind, scheme, to }: ReachProps) => (
  <>
    <a href={`${scheme}:${scheme === "tel" ? to.replace(/[^+\d]/g, "") : encodeURIComponent(to)}`}>{to}</a>
    {kind === null ? null : <span className="hint"> {spelled(kind)}</span>}
  </>
)

export const CandidateDetails = ({ candidate }: { readonly candidate: Candidate }) => {
  const { github_url, linkedin_url, phone_numbers = [], primary_email, website_url, years_experience } = candidate
  const emails = candidate.email_addresses ?? (primary_email === null ? [] : [{ address: primary_email, kind: null }])
  const facts: ReadonlyArray<Fact> = [
    ...names.map(([label, name]) => [t(label), candidate[name] ?? null] as const),
    ...emails.map(({ address, kind }) =>
      [t("E-mail"), <Reach key={address} scheme="mailto" to={address} kind={kind} />] as const),
    ...phone_numbers.map(({ kind, number }) =>
      [t("Phone"), <Reach key={number} scheme="tel" to={number} kind={kind} />] as const),
    ["LinkedIn", linkedin_url === null ? null : <Outside key="linkedin" to={linkedin_url} />],
    ["GitHub", github_url === null ? null : <Outside key="github" to={github_url} />],
    [t("Website"), website_url === null ? null : <Outside key="website" to={website_url} />],
    [t("Experience"), years_experience === null ? null : t("{years, plural, one {# year} other {# years}}", { years: years_experience })],
    ...texts.map(([label, name]) => [t(label), candidate[name] ?? null] as const)
  ]
  return <Facts facts={facts} />
}
