/** Searches, filters and sorts the cards of a board. The choices are in the address; the server selects the cards. */
import type { ApplicationsFilter, StageCount } from "@candor/client"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useTagChoices } from "../../api/choices.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { locale } from "../../language/language.ts"
import { type Marked, t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { Choice } from "../../parts/Choice.tsx"
import { ratings } from "../../parts/ratings.ts"
import { SavedViews } from "../../parts/SavedViews.tsx"
import { SearchField } from "../../parts/SearchField.tsx"
import { oneOf } from "../../router/search.ts"
import { AppliedBetween, SourceChoice, StageChoice } from "../filter/FilterChoices.tsx"
import { daysInStage, ordersOfBoard, viewsOfBoard } from "../views.ts"
import { type FilterInAddress, filterIn, leavesOut, signalsOfBoard, toFilter } from "./boardFilter.ts"
import { type Shown, statusesOf } from "./loadBoard.ts"

const FilterInWords = lazy(() =>
  import("../filter/FilterInWords.tsx").then(({ FilterInWords }) => ({ default: FilterInWords }))
)

interface Props {
  readonly job: string
  readonly shown: Shown
  /** The numbers of all applications, and of the selected ones. */
  readonly all: ReadonlyArray<StageCount>
  readonly selected: ReadonlyArray<StageCount>
}

const numberOf = (counts: ReadonlyArray<StageCount>, shown: Shown): number =>
  counts.filter(({ status }) => statusesOf(shown).includes(status)).reduce(
    (sum, { applications }) => sum + applications,
    0
  )

export const BoardFilters = ({ all, job, selected, shown }: Props) => {
  const search = useSearch({ from: "/jobs/$id" })
  const address = filterIn(search)
  const navigate = useNavigate({ from: "/jobs/$id" })
  const filter = toFilter(address)
  const chosen = Object.keys(address).filter((name) =>
    name !== "q" && name !== "sort" && address[name as keyof FilterInAddress] !== undefined
  )
  const [isOpen, setOpen] = useState(chosen.length > 0)
  const change = (changes: Partial<Record<keyof FilterInAddress, string | undefined>>) =>
    void navigate({ search: { ...search, ...filterIn({ ...address, ...changes }) }, replace: true, resetScroll: false })
  /**
   * Replaces the present filter by one in words: on the board of the job that it names, else on this board. A board
   * shows active and hired applications together, so a filter for one of these statuses opens the list of candidates
   * instead.
   */
  const use = ({ job_id = job, status, ...filter }: ApplicationsFilter) => {
    const shown = oneOf(viewsOfBoard, status)
    void navigate(
      status === undefined || shown !== undefined
        ? { to: "/jobs/$id", params: { id: job_id }, search: { shown, ...filterIn(filter) }, ignoreBlocker: true }
        : { to: "/candidates", search: { job_id, status, ...filter }, ignoreBlocker: true }
    )
  }
  const number = (counts: ReadonlyArray<StageCount>) => numberOf(counts, shown).toLocaleString(locale())
  return (
    <>
      <div className="board-filters">
        <SearchField label={t("Search applicants")} value={address.q ?? ""} onChange={(q) => change({ q })} />
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {chosen.length === 0
            ? t("Filter")
            : t("Filter ({count})", { count: new Set(chosen.filter((name) => name !== "question_id")).size })}
        </Button>
        <select
          className="input fit"
          aria-label={t("Sort by")}
          value={address.sort ?? ""}
          onChange={({ target }) => change({ sort: target.value })}
        >
          <option value="">{t("Newest first")}</option>
          {ordersOfBoard.map(([value, name]) => <option key={value} value={value}>{t(name)}</option>)}
        </select>
        <span className="hint" role="status">
          {leavesOut(filter) ? t("{selected} of {all}", { selected: number(selected), all: number(all) }) : null}
        </span>
        {leavesOut(filter)
          ? (
            <Button
              look="quiet"
              onClick={() => {
                setOpen(false)
                change(Object.fromEntries(
                  Object.keys(address).filter((name) => name !== "sort").map((name) => [name, ""])
                ))
              }}
            >
              {t("Clear filters")}
            </Button>
          )
          : null}
        <SavedViews />
      </div>
      {isOpen ? <Choices job={job} address={address} onChange={change} onUse={use} /> : null}
    </>
  )
}

interface ChoicesProps {
  readonly job: string
  readonly address: FilterInAddress
  readonly onChange: (changes: Partial<Record<keyof FilterInAddress, string | undefined>>) => void
  readonly onUse: (filter: ApplicationsFilter) => void
}

const Choices = ({ address, job, onChange, onUse }: ChoicesProps) => {
  const tags = useTagChoices()
  const { value: questions = [] } = useLoaded(
    ["job_form", job, "questions"],
    async (signal) => (await candor.jobForms.get(job, { signal })).form.questions.filter(({ type }) => type !== "file")
  )
  const question = questions.find(({ id }) => id === address.question_id)
  const named = <Value extends string>(options: ReadonlyArray<readonly [Value, Marked]>) =>
    options.map(([value, name]) => [value, t(name)] as const)
  return (
    <div className="board-filters board-choices" role="group" aria-label={t("Filters")}>
      <StageChoice job={job} value={address.stage_id} onChange={(stage_id) => onChange({ stage_id })} />
      <SourceChoice job={job} value={address.source_type} onChange={(source_type) => onChange({ source_type })} />
      <Choice
        label={t("Tag")}
        any={t("Any tag")}
        options={tags}
        value={address.tag}
        onChange={(tag) => onChange({ tag })}
      />
      <Choice
        label={t("Rating")}
        any={t("Any rating")}
        options={named(ratings.toReversed())}
        value={address.rating}
        onChange={(rating) => onChange({ rating })}
      />
      <Choice
        label={t("In stage for at least")}
        any={t("Any time in stage")}
        options={named(daysInStage)}
        value={address.days_in_stage}
        onChange={(days_in_stage) => onChange({ days_in_stage })}
      />
      <AppliedBetween {...address} onChange={onChange} />
      <Choice
        label={t("Signal")}
        any={t("Any signal")}
        options={named(signalsOfBoard)}
        value={address.signal}
        onChange={(signal) => onChange({ signal })}
      />
      {questions.length === 0 && address.question_id === undefined ? null : (
        <Choice
          label={t("Question")}
          any={t("Any answer")}
          options={questions.map(({ id, label }) => [id, label] as const)}
          value={address.question_id}
          onChange={(question_id) => onChange({ question_id, answer: "" })}
        />
      )}
      {question === undefined
        ? null
        : question.type === "yes_no" || question.options.length > 0
        ? (
          <Choice
            label={t("Answer")}
            any={t("Choose an answer")}
            options={question.type === "yes_no"
              ? [["yes", t("Yes")], ["no", t("No")]]
              : question.options.map((option) => [option, option] as const)}
            value={address.answer}
            onChange={(answer) => onChange({ answer })}
          />
        )
        : (
          <SearchField
            label={t("Answer contains")}
            value={address.answer ?? ""}
            onChange={(answer) => onChange({ answer })}
          />
        )}
      <Suspense>
        <FilterInWords onUse={onUse} />
      </Suspense>
    </div>
  )
}
