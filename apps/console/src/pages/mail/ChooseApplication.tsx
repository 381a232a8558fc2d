/** Finds an application by a person's name or address; suggests some before anything is typed. */
import type { ApplicationListItem } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { spelled } from "../../parts/Status.tsx"
import { useDebounced } from "../../parts/useDebounced.ts"

/** The maximum number of search results. */
const maxFound = 6

interface Props {
  /** Queries to try before the person types: the first with results is shown. */
  readonly suggested: ReadonlyArray<string>
  readonly pending: boolean
  /** Whether only applications that are still active can be chosen. */
  readonly onlyActive?: boolean
  readonly onChoose: (application: ApplicationListItem) => void
}

interface Person {
  readonly id: string
  readonly full_name: string
  readonly primary_email: string | null
}

export const ChooseApplication = ({ onChoose, onlyActive = false, pending, suggested }: Props) => {
  const [typed, setTyped] = useState("")
  const wanted = typed.trim()
  const q = useDebounced(wanted)
  const [address = ""] = suggested
  const found = useLoaded(["found", "few", q, ...suggested], async (signal) => {
    for (const query of q === "" ? suggested : [q]) {
      const { results } = await candor.candidates.search({ q: query, limit: maxFound }, { signal })
      if (results.length > 0) return { query, people: results.map(({ candidate }) => candidate) }
    }
    return { query: "", people: [] }
  })
  const { people, query } = found.value ?? { people: [], query: undefined }
  return (
    <div className="stack">
      <input
        className="input"
        type="search"
        aria-label={t("Find a candidate")}
        placeholder={t("Name or email address")}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p className="hint" role="status">
        {query === undefined || q !== wanted
          ? null
          : q !== ""
          ? people.length === 0 ? t("No results for “{query}”", { query: q }) : null
          : address === "" || query === address
          ? null
          : people.length === 0
          ? t("No candidate has the email address {email}. Search by name.", { email: address })
          : t("No candidate has the email address {email}. These have the sender's name.", { email: address })}
      </p>
      <ul className="choices">
        {people.map((person) => (
          <ApplicationsOf
            key={person.id}
            person={person}
            onlyActive={onlyActive}
            pending={pending}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </div>
  )
}

const ApplicationsOf = (
  { onChoose, onlyActive, pending, person: { full_name, id, primary_email } }: Omit<Props, "suggested"> & {
    readonly person: Person
  }
) => {
  const { value } = useLoaded(
    ["application", "few", id],
    async (signal) => (await candor.candidates.applications(id, { limit: 20 }, { signal })).applications
  )
  const some = value?.filter(({ status }) => onlyActive !== true || status === "active")
  if (some?.length === 0)
    return (
      <li className="hint">
        {t(onlyActive === true ? msg("{name} has no active application.") : msg("{name} has no application."), {
          name: full_name
        })}
      </li>
    )
  return (some ?? []).map((application) => (
    <li key={application.id}>
      <Button pending={pending} onClick={() => onChoose(application)}>
        <span className="choice-name">
          {full_name}
          <span className="hint">{primary_email}</span>
        </span>
        <span className="hint">
          {application.job.title} ·{" "}
          {application.status === "active" ? application.stage.name : spelled(application.status)}
        </span>
      </Button>
    </li>
  ))
}
