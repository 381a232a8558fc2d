/** The rows of an import with their outcomes, those with problems first. */
import type { Import, ImportRow } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { saveFile } from "../../api/Files.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { quoted, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { Badge, Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { acceptedWords, issueWords, matchNames, outcomeNames } from "./importWords.ts"
import { Ended } from "./Values.tsx"

type Outcome = NonNullable<ImportRow["outcome"]>

const tones = {
  new: "good",
  known: "accent",
  unchanged: "neutral",
  problem: "bad",
  undone: "neutral",
  kept: "warning",
  not_reached: "neutral"
} as const

/** Numbers of rows by outcome. After undoing, new and known rows count as removed or kept. */
const outcomesOf = (
  {
    kept_counted,
    known_counted,
    new_counted,
    problems_counted,
    rows_counted,
    state,
    unchanged_counted,
    undone_counted
  }: Import
) => {
  const left = rows_counted - known_counted - new_counted - problems_counted - unchanged_counted
  const isUndone = state === "undone"
  const all = [
    ["problem", problems_counted],
    ["kept", kept_counted],
    ["undone", undone_counted],
    ["known", isUndone ? 0 : known_counted],
    ["new", isUndone ? 0 : new_counted],
    ["unchanged", unchanged_counted],
    ["not_reached", state === "ready" ? 0 : left]
  ] as const
  return all.filter(([, count]) => count > 0)
}

/** The number of rows in a page. */
const pageSize = 100

export const Rows = ({ one }: { readonly one: Import }) => {
  const outcomes = outcomesOf(one)
  const [chosen, setChosen] = useState<Outcome>()
  const outcome = chosen ?? outcomes[0]?.[0]
  const save = useAction(async () => saveFile(await candor.imports.problems(one.id)))
  if (outcome === undefined) return null
  return (
    <Part
      title={t("Rows")}
      side={one.problems_counted === 0
        ? null
        : <Button pending={save.pending} onClick={() => save.run()}>{t("Download problems")}</Button>}
    >
      <Problem text={save.error} />
      <div className="tabs" role="group" aria-label={t("Rows shown")}>
        {outcomes.map(([name, count]) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === outcome}
            onClick={() => setChosen(name)}
          >
            {t(outcomeNames[name])} ({count})
          </button>
        ))}
      </div>
      <OfOutcome key={`${one.updated_at} ${outcome}`} one={one} outcome={outcome} />
    </Part>
  )
}

const OfOutcome = ({ one: { id, updated_at }, outcome }: { readonly one: Import; readonly outcome: Outcome }) => {
  const [more, setMore] = useState<ReadonlyArray<ImportRow>>([])
  const [next, setNext] = useState<string | null>()
  const loaded = useLoaded(
    ["import_row", id, updated_at, outcome],
    (signal) => candor.imports.rows(id, { outcome, limit: pageSize }, { signal })
  )
  const cursor = next === undefined ? loaded.value?.next_cursor ?? null : next
  const load = useAction(async () => {
    const page = await candor.imports.rows(id, { outcome, limit: pageSize, ...(cursor === null ? {} : { cursor }) })
    setMore([...more, ...page.rows])
    setNext(page.next_cursor)
  })
  return (
    <Show of={loaded}>
      {({ rows }) => (
        <>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t("Line")}</th>
                <th scope="col">{t("Name")}</th>
                <th scope="col">{t("Result")}</th>
              </tr>
            </thead>
            <tbody>{[...rows, ...more].map((row) => <OneRow key={row.line} row={row} />)}</tbody>
          </table>
          {cursor === null ? null : (
            <div className="more">
              <Button pending={load.pending} onClick={() => load.run()}>{t("Show more")}</Button>
            </div>
          )}
          <Problem text={load.error} />
        </>
      )}
    </Show>
  )
}

const OneRow = (
  { row: { application_id, application_status, candidate_id, issues, line, match, name, outcome, same_line } }: {
    readonly row: ImportRow
  }
) => (
  <tr>
    <th scope="row">{line}</th>
    <td className="cell-name" data-label={t("Name")}>
      {application_id !== null
        ? <Link to="/applications/$id" params={{ id: application_id }}>{name}</Link>
        : candidate_id !== null
        ? <Link to="/candidates/$id" params={{ id: candidate_id }}>{name}</Link>
        : name}
    </td>
    <td data-label={t("Result")}>
      {outcome === "problem" ? null : <Badge tone={tones[outcome]}>{t(outcomeNames[outcome])}</Badge>}
      {outcome === "problem" ? null : <Ended status={application_status} />}
      {match === null
        ? null
        : <span className="hint">{" "}{t(matchNames[match])}{same_line === null ? "" : ` (${same_line})`}</span>}
      {issues.map(({ accepted = [], column, reason, value }, at) => (
        <p key={at}>
          {column === null ? null : <strong>{column}:{" "}</strong>}
          {value === "" ? null : reason === "more" ? `${value} ` : `${quoted(value)} – `}
          {t(issueWords[reason])}
          {accepted.length === 0 ? "" : ` (${acceptedWords(accepted)})`}
        </p>
      ))}
    </td>
  </tr>
)
