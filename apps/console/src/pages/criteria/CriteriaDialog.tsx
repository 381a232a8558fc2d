/** Edits the criteria of a job, and whether a model assesses them; shows the results. */
import type { JobCriteria } from "@candor/client"
import { type KeyboardEvent, useState } from "react"
import { candor } from "../../api/Client.ts"
import { saveFile } from "../../api/Files.ts"
import { reloadChanged } from "../../api/store.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { type Opened, useOpened } from "../../api/useOpened.ts"
import { t } from "../../language/text.tsx"
import { Button, Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { useDialog } from "../../parts/DialogContext.ts"
import { Icon } from "../../parts/Icon.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Show } from "../../parts/Page.tsx"
import { useSorting } from "../../parts/useSorting.tsx"
import { useModelUsage } from "./criteria.ts"

const maxCriteria = 20
const maxLength = 300

interface Row {
  readonly key: string
  readonly id?: string
  readonly text: string
}

interface Props {
  readonly job: string
  readonly onClose: () => void
}

const CriteriaDialog = ({ job, onClose }: Props) => {
  const loaded = useOpened(
    ["job_criteria", job],
    (signal) => candor.criteria.get(job, { signal }),
    ({ job_criteria }) => job_criteria
  )
  return (
    <Dialog title={t("Criteria")} onClose={onClose}>
      <Show of={loaded}>{(opened) => <Editor opened={opened} onClose={onClose} />}</Show>
      <Audit job={job} />
    </Dialog>
  )
}

/** Enter after a criterion would save the half-finished list; Ctrl+Enter saves. */
const keepOpen = (event: KeyboardEvent) => {
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && event.target instanceof HTMLInputElement)
    event.preventDefault()
}

const Editor = ({ onClose, opened }: Pick<Props, "onClose"> & { readonly opened: Opened<JobCriteria> }) => {
  const [{ etag, value }] = useState(opened)
  const [rows, setRows] = useState<ReadonlyArray<Row>>(() =>
    value.criteria.map(({ id, text }) => ({ key: id, id, text }))
  )
  const tell = useNotice()
  const { value: usage } = useModelUsage()
  const dialog = useDialog()
  const change = (after: ReadonlyArray<Row>) => {
    dialog?.edited()
    setRows(after)
  }
  const action = useAction(async (data: FormData) => {
    const criteria = rows.flatMap(({ id, text }) =>
      text.trim() === "" ? [] : [{ text, ...(id === undefined ? {} : { id }) }]
    )
    await candor.criteria.put(value.id, { is_on: data.get("is_on") === "on", criteria }, { ifMatch: etag })
    void reloadChanged(["job_criteria", value.id])
    void reloadChanged(["assessment"])
    tell(t("Criteria saved"))
    onClose()
  })
  const sorting = useSorting({
    rows,
    onChange: change,
    nameOf: ({ text }, at) => text === "" ? t("criterion {number}", { number: at + 1 }) : text
  })
  const add = () => {
    const key = crypto.randomUUID()
    sorting.focus(`criterion-${key}`)
    change([...rows, { key, text: "" }])
  }
  return (
    <Form action={action} submit={t("Save")}>
      <p className="hint">
        {t(
          "What the job asks of applicants, one statement each, such as “Has led a team of at least three engineers”."
        )}
      </p>
      <fieldset className="stages-editor">
        <legend>{t("Criteria")}</legend>
        {sorting.said}
        <ol {...sorting.listProps} onKeyDown={keepOpen}>
          {rows.map((row, at) => (
            <li key={row.key} className={row.key === sorting.dragged ? "stage-row dragged" : "stage-row"}>
              {sorting.handleOf(row, at)}
              <input
                id={`criterion-${row.key}`}
                className="input"
                aria-label={t("Criterion {number}", { number: at + 1 })}
                required
                maxLength={maxLength}
                autoComplete="off"
                value={row.text}
                onChange={({ target }) =>
                  change(rows.map((one) =>
                    one === row ? { ...row, text: target.value } : one
                  ))}
              />
              <button
                type="button"
                className="icon-button"
                aria-label={t("Delete {name}", {
                  name: row.text === "" ? t("criterion {number}", { number: at + 1 }) : row.text
                })}
                onClick={() => sorting.remove(at)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ol>
        {rows.length < maxCriteria
          ? (
            <Button look="quiet" onClick={add}>
              <Icon name="plus" />
              {t("Add criterion")}
            </Button>
          )
          : null}
      </fieldset>
      <label className="check">
        <input type="checkbox" name="is_on" defaultChecked={value.is_on} />{" "}
        {t("Let a model look for them in applications")}
      </label>
      <p className="hint">
        {usage === undefined || !usage.is_on
          ? t(
            "No AI model is set up on this server. If background work runs on other machines, ask whoever runs them what is sent."
          )
          : t(
            "Résumés and answers are sent to {provider}. The application form says so. Nothing is moved or rejected by it.",
            {
              provider: usage.provider ?? ""
            }
          )}
      </p>
    </Form>
  )
}

const Audit = ({ job }: Pick<Props, "job">) => {
  const audit = useLoaded(
    ["job_criteria", job, "audit"],
    async (signal) => (await candor.criteria.audit(job, { signal })).criteria_audit
  )
  const download = useAction(async () => saveFile(await candor.criteria.auditFile(job)))
  if (audit.value === undefined || audit.value.counts.length === 0) return null
  return (
    <section className="part">
      <div className="row part-head">
        <h3>{t("Results so far")}</h3>
        <Button look="quiet" pending={download.pending} onClick={() => download.run()}>{t("Download as CSV")}</Button>
      </div>
      <div className="scroll-table" role="region" aria-label={t("Results so far")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {[
                t("Criterion"),
                t("Stage"),
                t("Meets"),
                t("Doesn't meet"),
                t("Not mentioned"),
                t("No answer"),
                t("Confirmed"),
                t("Overruled")
              ].map((name) => <th key={name} scope="col">{name}</th>)}
            </tr>
          </thead>
          <tbody>
            {audit.value.counts.map((row) => (
              <tr key={`${row.criterion_id} ${row.stage_id}`}>
                <th scope="row">{row.criterion}</th>
                <td>{row.stage}</td>
                {[row.meets, row.does_not, row.not_said, row.not_answered, row.confirmed, row.overruled].map((
                  n,
                  at
                ) => <td key={at}>{n}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

export default CriteriaDialog
