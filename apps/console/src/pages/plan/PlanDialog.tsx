/** Edits the planned interviews of each stage of a job: their details, who can hold them, and their order. */
import type { PlannedInterview } from "@candor/client"
import { useRef, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useMemberNames } from "../../api/memberNames.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Show } from "../../parts/Page.tsx"
import { useSorting } from "../../parts/useSorting.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { kinds } from "../interview/interviews.ts"
import type { Job, Stage } from "../job/loadBoard.ts"
import { heldBy, reloadPlans, usePlanOfJob } from "./plan.ts"
import { PlannedFields } from "./PlannedFields.tsx"

const maxPlanned = 10

type Edited = { readonly stage: Stage; readonly planned?: PlannedInterview }

export const PlanDialog = ({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) => {
  const plan = usePlanOfJob(job.id)
  const [edited, setEdited] = useState<Edited>()
  return (
    <Dialog title={t("Interview plan")} onClose={onClose}>
      <p className="hint">
        {t("An application that comes into a stage is offered its interviews. Nothing is scheduled by itself.")}
      </p>
      <Show of={plan}>
        {(all) =>
          job.stages.filter(({ type }) => type !== "hired").map((stage) => (
            <OfStage
              key={stage.id}
              job={job}
              stage={stage}
              plan={all.filter(({ stage_id }) => stage_id === stage.id)}
              onEdit={setEdited}
            />
          ))}
      </Show>
      {edited === undefined ?
        null :
        (
          <Dialog
            title={edited.planned === undefined
              ? t("Add interview to {stage}", { stage: edited.stage.name })
              : t("Edit {title}", { title: edited.planned.title })}
            onClose={() => setEdited(undefined)}
          >
            <PlannedFields job={job} {...edited} onSaved={() => setEdited(undefined)} />
          </Dialog>
        )}
    </Dialog>
  )
}

interface Props {
  readonly job: Job
  readonly stage: Stage
  readonly plan: ReadonlyArray<PlannedInterview>
  readonly onEdit: (edited: Edited) => void
}

const OfStage = ({ job, onEdit, plan, stage }: Props) => {
  const mayWrite = useMay("write")
  const names = useMemberNames()
  /**
   * The order that is shown while it is being stored, and the latest requested order: dragging sends several requests.
   */
  const [order, setOrder] = useState<ReadonlyArray<string>>()
  const wanted = useRef<ReadonlyArray<string>>([])
  const rows = plan.map((planned) => ({ key: planned.id, planned }))
    .toSorted((one, other) => order === undefined ? 0 : order.indexOf(one.key) - order.indexOf(other.key))
  const sort = useAction(async () => {
    let stored = plan.map(({ id }) => id)
    const differing = () => wanted.current.findIndex((id, at) => stored[at] !== id)
    try {
      for (let position = differing(); position !== -1; position = differing()) {
        const id = wanted.current[position] ?? ""
        await candor.plannedInterviews.update(job.id, id, { position })
        stored = stored.filter((one) => one !== id).toSpliced(position, 0, id)
      }
    } finally {
      await reloadPlans()
      setOrder(undefined)
    }
  })
  const remove = useAction(async (id: string) => {
    await candor.plannedInterviews.delete(job.id, id)
    await reloadPlans()
  })
  const sorting = useSorting({
    rows,
    nameOf: ({ planned: { title } }) => title,
    onChange: (after) => {
      const gone = rows.find((row) => !after.includes(row))
      if (gone !== undefined) return void remove.run(gone.key)
      wanted.current = after.map(({ key }) => key)
      setOrder(wanted.current)
      void sort.run()
    }
  })
  if (!mayWrite && plan.length === 0) return null
  return (
    <fieldset className="stages-editor">
      <legend>{stage.name}</legend>
      {sorting.said}
      <ol {...sorting.listProps}>
        {rows.map((row, at) => {
          const { planned } = row
          return (
            <li
              key={row.key}
              className={row.key === sorting.dragged ? "stage-row of-plan dragged" : "stage-row of-plan"}
            >
              {mayWrite ? sorting.handleOf(row, at) : null}
              <span className="list-main">
                {planned.title}
                <span className="hint">
                  {" "}
                  {t("{kind}, {minutes} min, {people}", {
                    kind: kinds.name(planned.kind),
                    minutes: planned.minutes,
                    people: heldBy(planned, names)
                  })}
                </span>
              </span>
              {mayWrite
                ? (
                  <>
                    <Button
                      look="quiet"
                      aria-label={t("Edit {title}", { title: planned.title })}
                      onClick={() => onEdit({ stage, planned })}
                    >
                      {t("Edit")}
                    </Button>
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={t("Delete {name}", { name: planned.title })}
                      onClick={() => sorting.remove(at)}
                    >
                      <Icon name="close" />
                    </button>
                  </>
                )
                : null}
            </li>
          )
        })}
      </ol>
      {mayWrite && plan.length < maxPlanned
        ? (
          <Button
            look="quiet"
            aria-label={t("Add interview to {stage}", { stage: stage.name })}
            onClick={() => onEdit({ stage })}
          >
            <Icon name="plus" />
            {t("Add interview")}
          </Button>
        )
        : null}
      <Problem text={sort.error ?? remove.error} />
    </fieldset>
  )
}
