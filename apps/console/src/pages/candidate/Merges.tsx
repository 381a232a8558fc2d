/** The possible duplicates of a candidate, and the candidates that were merged into it. */
import { Link } from "@tanstack/react-router"
import type { CandidateDetail as Candidate } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, Rich, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Part } from "../../parts/Part.tsx"
import { Ago, Moment } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { reloadPeople } from "./changes.ts"
import { relations } from "./relations.ts"

export const useDuplicates = (id: string) =>
  useLoaded(
    ["candidate", id, "duplicates"],
    async (signal) => (await candor.candidates.duplicates(id, { signal })).duplicates
  )

interface DuplicatesProps {
  readonly of: Candidate
  /** Undefined if nothing may be changed. */
  readonly onMerge?: (other: Candidate) => void
}

export const Duplicates = ({ of: { id }, onMerge }: DuplicatesProps) => {
  const { value = [] } = useDuplicates(id)
  if (value.length === 0) return null
  return (
    <Part title={t("Possible duplicates")}>
      <ul className="entries">
        {value.map(({ candidate, reasons: why }) => (
          <li key={candidate.id} className="file">
            <span className="list-main">
              <Link to="/candidates/$id" params={{ id: candidate.id }}>{candidate.full_name}</Link>
              <span className="hint">{why.map((reason) => t(relations[reason])).join(", ")}</span>
            </span>
            {onMerge === undefined || candidate.anonymised_at !== null
              ? null
              : (
                <Button
                  look="quiet"
                  aria-label={t("Merge with {name}", { name: candidate.full_name })}
                  onClick={() => onMerge(candidate)}
                >
                  {t("Merge")}
                </Button>
              )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** The merges into a candidate, with an undo button for the last one that can still be undone. */
export const Merges = ({ into }: { readonly into: string }) => {
  const mayWrite = useMay("write")
  const tell = useNotice()
  const { value = [] } = useLoaded(
    ["candidate", into, "merges"],
    async (signal) => (await candor.candidates.merges(into, { limit: 20 }, { signal })).merges
  )
  const undo = useAction(async (id: string) => {
    const { candidate } = await candor.candidates.unmerge(id)
    await reloadPeople()
    tell(t("{name} is a separate candidate again.", { name: candidate.full_name }))
  })
  if (value.length === 0) return null
  return (
    <Part title={t("Merged")}>
      <ul className="entries">
        {value.map(({ candidate_id, merged_at, undo_until }, at) => (
          <li key={candidate_id} className="file">
            <span className="list-main">
              <span>
                {t("Another record,")} <Ago at={merged_at} />
              </span>
              {undo_until === null ? null : (
                <span className="hint">
                  <Rich
                    text={at === 0
                      ? msg("Can be undone until {day}")
                      : msg("Can be undone until {day}, after the one above")}
                    values={{ day: <Moment at={undo_until} /> }}
                  />
                </span>
              )}
            </span>
            {mayWrite && at === 0 && undo_until !== null
              ? (
                <Button look="quiet" pending={undo.pending} onClick={() => undo.run(candidate_id)}>
                  {t("Undo merge")}
                </Button>
              )
              : null}
          </li>
        ))}
      </ul>
      <Problem text={undo.error} />
    </Part>
  )
}
