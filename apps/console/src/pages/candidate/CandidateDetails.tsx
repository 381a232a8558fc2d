/** The known details of a candidate. */
import type { ApplicationDetail, CandidateDetail } from "@candor/client"
import { candidateFields, type OwnFields, type SingleField } from "../../declared/fields.made.ts"
import { t } from "../../language/text.tsx"
import { type Fact, Facts } from "../../parts/Facts.tsx"
import { spelled } from "../../parts/Status.tsx"

type Candidate =
  & ApplicationDetail["candidate"]
  & Partial<Pick<CandidateDetail, SingleField["name"] | "email_addresses" | "external_ids" | "phone_numbers">>

/** A link to another site, shown without its scheme. */
const Outside = ({ to }: { readonly to: string }) => (
  <a href={to} target="_blank" rel="noreferrer noopener">{to.replace(/^https?:\/\/(www\.)?/, "")}</a>
)

interface ReachProps {
  readonly scheme: "mailto" | "tel"
  readonly to: string
  readonly kind: string | null
}

/** An email address or phone number as a link, with its kind. */
const Reach = ({ kind, scheme, to }: ReachProps) => (
  <>
    <a href={`${scheme}:${scheme === "tel" ? to.replace(/[^+\d]/g, "") : encodeURIComponent(to)}`}>{to}</a>
    {kind === null ? null : <span className="hint">{" "}{spelled(kind)}</span>}
  </>
)

/** Formats the ids in other systems, as the search finds them. */
const namesOf = (ids: CandidateDetail["external_ids"]): string =>
  ids.map(({ id, system }) => `${system}:${id}`).join(", ")

/** Formats the value of a field for its widget. */
const shown = (widget: SingleField["widget"], value: string | number) => {
  if (widget === "link") return <Outside to={String(value)} />
  return widget === "years" ? t("{years, plural, one {# year} other {# years}}", { years: value }) : value
}

export const CandidateDetails = ({ candidate }: { readonly candidate: Candidate }) => {
  const { external_ids = [], phone_numbers = [], primary_email } = candidate
  const emails = candidate.email_addresses ?? (primary_email === null ? [] : [{ address: primary_email, kind: null }])
  const own: OwnFields<ReadonlyArray<Fact>> = {
    primary_email: [
      ...emails.map(({ address, kind }) =>
        [t("Email"), <Reach key={address} scheme="mailto" to={address} kind={kind} />] as const
      ),
      ...phone_numbers.map(({ kind, number }) =>
        [t("Phone"), <Reach key={number} scheme="tel" to={number} kind={kind} />] as const
      )
    ],
    email_addresses: [],
    phone_numbers: [],
    external_ids: external_ids.length === 0
      ? []
      : [[t("Also known as"), <span className="hint">{namesOf(external_ids)}</span>]],
    tags: []
  }
  const facts = candidateFields.flatMap(({ label, name, widget }): ReadonlyArray<Fact> => {
    if (widget === "own") return own[name]
    const value = candidate[name] ?? null
    // The full name is left out: it is the page's title.
    return [[t(label), name === "full_name" || value === null ? null : shown(widget, value)]]
  })
  return <Facts facts={facts} />
}
