/** The list of candidates: the newest first, all by name, or the results of a search while one types. */
import type { CandidatesSearchQuery } from "@candor/client"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useJobChoices, useTagChoices } from "../../api/choices.ts"
import { usePaged } from "../../api/usePaged.ts"
import { msg, t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { Choice } from "../../parts/Choice.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Page } from "../../parts/Page.tsx"
import { SavedViews } from "../../parts/SavedViews.tsx"
import { SearchField } from "../../parts/SearchField.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { oneOf, stringifySearch } from "../../router/search.ts"
import { useMay } from "../../session/CurrentSession.tsx"
import { timesOf } from "../filter/days.ts"
import { AppliedBetween, SourceChoice, StageChoice } from "../filter/FilterChoices.tsx"
import { statusesOfApplications } from "../views.ts"
import { AddPerson } from "./AddPerson.tsx"
import { PeopleTable } from "./PeopleTable.tsx"

const FilterInWords = lazy(() =>
  import("../filter/FilterInWords.tsx").then(({ FilterInWords }) => ({ default: FilterInWords }))
)

/** The orders of the list besides newest first. */
export const sorts = [["name", msg("By name")], ["family_name", msg("By family name")]] as const
type Sort = typeof sorts[number][0]

export const Candidates = () => {
  const address = useSearch({ from: "/candidates" })
  const { q = "", sort, ...filter } = address
  const { job_id, source_type, stage_id, status, tag } = filter
  const isSearch = q !== "" || Object.values(filter).some((value) => value !== undefined)
  const navigate = useNavigate({ from: "/candidates" })
  const [adding, setAdding] = useState(false)
  // The date fields stay while one is emptied, so that the keyboard focus stays in place.
  const hasDays = filter.created_after !== undefined || filter.created_before !== undefined
  const [showsDays, setShowsDays] = useState(hasDays)
  if (hasDays && !showsDays) setShowsDays(true)
  const mayWrite = useMay("write")
  const tags = useTagChoices()
  const jobs = useJobChoices(job_id)
  const show = (changes: Partial<typeof address>) =>
    void navigate({ search: { ...address, ...changes }, replace: true, resetScroll: false })
  return (
    <Page
      wide
      title={t("Candidates")}
      lead={t("Search by name, email, tag, note, answer or résumé text.")}
      actions={mayWrite
        ? (
          <Button look="primary" onClick={() => setAdding(true)}>
            <Icon name="plus" />
            {t("Add candidate")}
          </Button>
        )
        : null}
    >
      <SearchField label={t("Search candidates")} value={q} onChange={(q) => show({ q: q || undefined })} />
      <div className="board-filters">
        <Choice
          label={t("Job")}
          any={t("Any job")}
          options={jobs}
          value={job_id}
          onChange={(value) => show({ job_id: value || undefined, stage_id: undefined })}
        />
        {job_id === undefined ?
          null :
          <StageChoice job={job_id} value={stage_id} onChange={(value) => show({ stage_id: value || undefined })} />}
        <Choice
          label={t("Status")}
          any={t("Any status")}
          options={statusesOfApplications.map(([value, name]) => [value, t(name)] as const)}
          value={status}
          onChange={(value) => show({ status: oneOf(statusesOfApplications, value) })}
        />
        <Choice
          label={t("Tag")}
          any={t("Any tag")}
          options={tags}
          value={tag}
          onChange={(value) => show({ tag: value || undefined })}
        />
        {source_type === undefined ? null : (
          <SourceChoice
            job={job_id}
            value={source_type}
            onChange={(value) => show({ source_type: value || undefined })}
          />
        )}
        {showsDays ? <AppliedBetween {...filter} onChange={show} /> : null}
        <Suspense>
          <FilterInWords onUse={(search) => void navigate({ search, resetScroll: false, ignoreBlocker: true })} />
        </Suspense>
        {isSearch ? null : (
          <select
            className="input fit"
            aria-label={t("Sort by")}
            value={sort ?? "newest"}
            onChange={({ target }) => show({ sort: sorts.find(([value]) => value === target.value)?.[0] })}
          >
            <option value="newest">{t("Newest first")}</option>
            {sorts.map(([value, label]) => <option key={value} value={value}>{t(label)}</option>)}
          </select>
        )}
        <SavedViews />
      </div>
      {isSearch ? <Found query={q} filter={{ ...filter, ...timesOf(filter) }} /> : <All key={sort} sort={sort} />}
      {adding ? <AddPerson onClose={() => setAdding(false)} /> : null}
    </Page>
  )
}

const All = ({ sort }: { readonly sort: Sort | undefined }) => {
  const key = ["candidate", "all", ...(sort === undefined ? [] : [sort])]
  const list = usePaged(
    key,
    (query, signal) => candor.candidates.list(sort === undefined ? query : { ...query, sort }, { signal }),
    ({ candidates }) => candidates
  )
  return (
    <ShowPages
      of={list}
      empty={t("No candidates yet")}
      hint={t("Add someone, or publish a job: applicants appear here.")}
    >
      {(items) => <PeopleTable people={items.map((candidate) => ({ candidate }))} />}
    </ShowPages>
  )
}

type Filter = Omit<CandidatesSearchQuery, "q" | "limit" | "cursor">

/** The candidates that match: the best first if there are words, otherwise the newest first. */
const Found = ({ filter, query }: { readonly query: string; readonly filter: Filter }) => {
  const found = usePaged(
    ["found", query, stringifySearch(filter)],
    (page, signal) =>
      candor.candidates.search({ ...filter, ...(query === "" ? {} : { q: query }), ...page }, { signal }),
    ({ results }) => results
  )
  // Not a state: a list of pages is a new value with each rendering.
  const latest = useRef(found.value)
  useEffect(() => {
    if (found.value !== undefined) latest.current = found.value
  })
  const { location: _location, tag: _tag, university: _university, years_min: _years, ...ofApplications } = filter
  // The previous results stay while the next ones load.
  const value = found.value ?? (found.error === undefined ? latest.current : undefined)
  return (
    <>
      {value === undefined ? null : (
        <p className={value.items.length === 0 ? "hidden" : "hint"} role="status">
          {value.has_more
            ? t("The first {count} are shown.", { count: value.items.length })
            : t("{count} found", { count: value.items.length })}
        </p>
      )}
      <ShowPages
        of={{ ...found, value }}
        empty={query === "" ? t("No candidates match these filters") : t("No results for “{query}”", { query })}
        hint={t("Try fewer words, or remove a filter.")}
      >
        {(items) => <PeopleTable people={items} filter={ofApplications} />}
      </ShowPages>
    </>
  )
}
