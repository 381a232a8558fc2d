/**
 * A table of candidates: each with the job and stage of its newest application that matches the filter, the last
 * contact, its tags and its owner.
 */
import type { PersonOverview, SearchResult } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { maxPeople, type PeopleFilter, usePeople } from "../../api/people.ts"
import { useDeleted } from "../../api/useDeletion.ts"
import { type Marked, msg, t } from "../../language/text.tsx"
import { Avatar } from "../../parts/Avatar.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { Ago, Day } from "../../parts/Time.tsx"

type Candidate = SearchResult["candidate"]

/** A candidate of a list, or a search result with its matching words. */
export interface Listed {
  readonly candidate: Candidate
  readonly highlights?: SearchResult["highlights"]
}

interface Props {
  readonly people: ReadonlyArray<Listed>
  readonly filter?: PeopleFilter | undefined
}

export const PeopleTable = ({ filter, people }: Props) => {
  const deleted = useDeleted()
  const shown = people.filter(({ candidate }) => !deleted.has(candidate.id))
  const parts = Array.from(
    { length: Math.ceil(shown.length / maxPeople) },
    (_, at) => shown.slice(at * maxPeople, (at + 1) * maxPeople)
  )
  return (
    <table className="table people">
      <thead>
        <tr>
          <th scope="col">{t("Name")}</th>
          <th scope="col">{t("Job and stage")}</th>
          <th scope="col">{t("Last contact")}</th>
          <th scope="col">{t("Tags")}</th>
          <th scope="col">{t("Owner")}</th>
          <th scope="col">{t("Added")}</th>
        </tr>
      </thead>
      {parts.map((part) => <Part key={part[0]!.candidate.id} people={part} filter={filter} />)}
    </table>
  )
}

const Part = ({ filter, people }: Props) => {
  const standings = usePeople(people.map(({ candidate }) => candidate.id), filter)
  return (
    <tbody>
      {people.map((one) => <Row key={one.candidate.id} {...one} standing={standings.get(one.candidate.id)} />)}
    </tbody>
  )
}

const sources: Readonly<Record<string, Marked>> = {
  ai_summary: msg("AI profile"),
  answer: msg("Answer"),
  attachment: msg("File"),
  email_address: msg("Email"),
  family_name: msg("Family name"),
  given_name: msg("Given name"),
  location: msg("Location"),
  note: msg("Note"),
  phone_number: msg("Phone"),
  primary_email: msg("Email"),
  tag: msg("Tag"),
  university: msg("University")
}

const Row = ({ candidate, highlights = [], standing }: Listed & { readonly standing: PersonOverview | undefined }) => {
  const name = highlights.find(({ source }) => source === "full_name")
  const others = highlights.filter(({ source }) => source !== "full_name")
  const { created_at, full_name, id, primary_email, tags } = candidate
  return (
    <tr>
      <th scope="row">
        <Link to="/candidates/$id" params={{ id }} className="name-with-avatar">
          <Avatar person={candidate} isNamed={false} />
          <span className="list-main">
            <strong>{name === undefined ? full_name : <Words parts={name.parts} />}</strong>
            <span className="hint" title={primary_email ?? undefined}>{primary_email}</span>
          </span>
        </Link>
        {others.map(({ parts, source }, index) => (
          <span key={`${source} ${index}`} className="hint excerpt">
            {t(sources[source] ?? spelled(source))}: <Words parts={parts} />
          </span>
        ))}
      </th>
      <td data-label={t("Job and stage")}>{standing === undefined ? null : <Standing of={standing} />}</td>
      <td data-label={t("Last contact")}>
        {standing?.last_contact_at === undefined || standing.last_contact_at === null
          ? null
          : <Ago at={standing.last_contact_at} />}
      </td>
      <td data-label={t("Tags")}>
        {tags.length === 0
          ? null
          : <span>{tags.slice(0, 3).map((tag) => <span key={tag} className="badge neutral">{tag}</span>)}</span>}
      </td>
      <td data-label={t("Owner")}>{standing?.owner?.full_name}</td>
      <td data-label={t("Added")}>
        <Day at={created_at} />
      </td>
    </tr>
  )
}

const Standing = ({ of: { application, applications } }: { readonly of: PersonOverview }) => {
  if (application === null) return <span className="hint">{t("No application")}</span>
  const { id, job, stage, status } = application
  return (
    <span className="standing">
      <Link
        to="/jobs/$id"
        params={{ id: job.id }}
        search={{ application: id, shown: status === "rejected" || status === "withdrawn" ? status : undefined }}
        title={job.title}
      >
        {job.title}
      </Link>
      <span className="hint">
        {status === "active" ? stage.name : <Status of={status} />}
        {applications > 1
          ? ` · ${t("{count, plural, one {# more} other {# more}}", { count: applications - 1 })}`
          : null}
      </span>
    </span>
  )
}

const Words = ({ parts }: Pick<SearchResult["highlights"][number], "parts">) => (
  <>{parts.map(({ is_match, text }, index) => is_match ? <mark key={index}>{text}</mark> : text)}</>
)
