/**
 * The bar above a board that shows one group of nearly equal applications: why they are a group, and actions on all of
 * them.
 */
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import type { Bulk } from "./bulk.ts"
import { loadGroup } from "./groups.ts"
import type { Card, Job, Shown } from "./loadBoard.ts"
import { SelectionBar } from "./SelectionBar.tsx"

interface Props {
  readonly job: Job
  readonly group: string
  readonly shown: Shown
  readonly mayMove: boolean
  /** Changes cards, including those that the board has not loaded. */
  readonly onChange: (cards: ReadonlyArray<Card>, bulk: Bulk) => Promise<unknown>
}

export const GroupBar = ({ group, job, mayMove, onChange, shown }: Props) => {
  const search = useSearch({ from: "/jobs/$id" })
  const navigate = useNavigate({ from: "/jobs/$id" })
  const [cards, setCards] = useState<ReadonlyArray<Card>>()
  const select = useAction(async () => setCards(await loadGroup(job.id, group, shown)))
  return (
    <>
      {cards !== undefined && cards.length > 0
        ? (
          <SelectionBar
            cards={cards}
            stages={job.stages}
            onChange={async (bulk) => {
              await onChange(cards, bulk)
              setCards(undefined)
            }}
            onClear={() => setCards(undefined)}
          />
        )
        : (
          <div className="selection" role="group" aria-label={t("Nearly the same applications")}>
            <span className="hint">
              {t(
                "These share nearly the same text, or a file or contact detail. Look at some before you decide on all."
              )}
            </span>
            {mayMove ? <Button onClick={() => void select.run()}>{t("Select all of this group")}</Button> : null}
            <Button
              look="quiet"
              onClick={() =>
                void navigate({ search: { ...search, group_id: undefined }, replace: true, resetScroll: false })}
            >
              {t("Show all applicants")}
            </Button>
          </div>
        )}
      <Problem text={select.error} />
    </>
  )
}
