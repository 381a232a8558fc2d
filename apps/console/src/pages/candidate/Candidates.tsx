/** The candidates: the newest ones, or all by their names, or those that a search finds as one types. */
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import type { SearchResult as Result } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useDeleted } from "../../api/useDeletion.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { usePaged } from "../../api/usePaged.ts"
import { type Marked, msg, t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { Avatar } from "../../parts/Avatar.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Empty, Page, Show } from "../../parts/Page.tsx"
import { SavedViews } from "../../parts/SavedViews.tsx"
import { SearchField } from "../../parts/SearchField.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { spelled } from "../../parts/Status.tsx"
import { Day } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { AddPerson } from "./AddPerson.tsx"

type Candidate = Result["candidate"]

/** Orders of the list besides the newest first. */
export const sorts = [["name", msg("By name")], ["family_name", msg("By family name")]] as const
type Sort = typeof sorts[number][0]

export const Candidates = () => {
  const { q = "", sort } = useSearch({ from: "/candidates" })
  const navigate = useNavigate({ from: "/candidates" })
  const [adding, setAdding] = useState(false)
  const mayWrite = useMay("write")
  return (
    <Page
      title={t("Candidates")}
      lead={t("Search names, e-mail addresses, tags, notes, answers and the texts of files.")}
      actions={mayWrite ? <Button look="primary" onClick={() => setAdding(true)}><Icon name="plus" />{t("Add a person")}</Button> : null}
    >
      <SearchField label={t("Search candidates")} value={q} onChange={(q) => navigate({ search: { q: q || undefined }, replace: true, resetScroll: false })} />
      <SavedViews />
      {q !== "" ? <Found query={q} /> : (
        <>
          <select
            className="input fit"
            aria-label={t("Order of the list")}
            value={sort ?? "newest"}
            onChange={({ target }) => navigate({ search: { sort: sorts.find(([value]) => value === target.value)?.[0] }, replace: true, resetScroll: false })}
          >
            <option value="newest">{t("Newest first")}</option>
            {sorts.map(([value, label]) => <option key={value} value={value}>{t(label)}</option>)}
          </select>
          <All key={sort} sort={sort} />
        </>
      )}
      {adding ? <AddPerson onClose={() => setAdding(false)} /> : null}
    </Page>
  )
}

const All = ({ sort }: { readonly sort: Sort | undefined }) => {
  const key = ["candidate", "all", ...(sort === undefined ? [] : [sort])]
  const list = usePaged(key, (query, signal) => candor.candidates.list(sort === undefined ? query : { ...query, sort }, { signal }), ({ candidates }) => candidates)
  return (
    <ShowPages of={list} empty={t("There are no candidates yet.")}>
      {(items) => <ul className="list">{items.map((candidate) => <Row key={candidate.id} candidate={candidate} />)}</ul>}
    </ShowPages>
  )
}

/** Candidates of a search that are shown. */
const maxFound = 30

const search = (q: string, signal: AbortSignal) => candor.candidates.search({ q, limit: maxFound }, { signal })

const Found = ({ query }: { readonly query: string }) => {
  const [latest, setLatest] = useState<Awaited<ReturnType<typeof search>>>()
  const found = useLoaded(["found", query], (signal) => search(query, signal))
  useEffect(() => {
    if (found.value !== undefined) setLatest(found.value)
  }, [found.value])
  // While the next results load, those before stay.
  const page = found.value ?? latest
  if (page === undefined || found.error !== undefined) return <Show of={found}>{() => null}</Show>
  const { pagination: { has_more }, results } = page
  return (
    <>
      <p className={has_more ? "hint" : "hidden"} role="status">
        {has_more ? t("These {maxFound} match best, and there are more. Add a word to narrow the search.", { maxFound }) : t("{count} found", { count: results.length })}
      </p>
      {results.length === 0 ? <Empty title={t("Nobody is found by “{query}”.", { query })} /> : (
        <ul className="list">
          {results.map(({ candidate, highlights }) => <Row key={candidate.id} candidate={candidate} highlights={highlights} />)}
        </ul>
      )}
    </>
  )
}

const sources: Readonly<Record<string, Marked>> = {
  ai_summary: msg("AI profile"),
  answer: msg("Answer"),
  attachment: msg("File"),
  email_address: msg("E-mail"),
  family_name: msg("Family name"),
  given_name: msg("Given name"),
  location: msg("Location"),
  note: msg("Note"),
  phone_number: msg("Phone"),
  primary_email: msg("E-mail"),
  tag: msg("Tag"),
  university: msg("University")
}

const Row = ({ candidate, highlights = [] }: { readonly candidate: Candidate; readonly highlights?: Result["highlights"] }) => {
  const deleted = useDeleted()
  const name = highlights.find(({ source }) => source === "full_name")
  const others = highlights.filter(({ source }) => source !== "full_name")
  const { created_at, full_name, id, primary_email, tags } = candidate
  if (deleted.has(id)) return null
  return (
    <li>
      <Link to="/candidates/$id" params={{ id }} className="list-link with-avatar">
        <Avatar person={candidate} isNamed={false} />
        <span className="list-main">
          <strong>{name === undefined ? full_name : <Marked parts={name.parts} />}</strong>
          <span className="hint">{primary_email}</span>
          {others.map(({ parts, source }, index) => (
            <span key={`${source} ${index}`} className="hint">{t(sources[source] ?? spelled(source))}: <Marked parts={parts} /></span>
          ))}
        </span>
        <span className="list-side">
          {tags.slice(0, 3).map((tag) => <span key={tag} className="badge neutral">{tag}</span>)}
          <span className="hint"><Day at={created_at} /></span>
        </span>
      </Link>
    </li>
  )
}

const Marked = ({ parts }: Pick<Result["highlights"][number], "parts">) => (
  <>{parts.map(({ is_match, text }, index) => is_match ? <mark key={index}>{text}</mark> : text)}</>
)
