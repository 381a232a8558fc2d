/** Maps the columns of a file to fields. */
import type { Import, ImportMapping } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useNamedJobs } from "../../api/choices.ts"
import { t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Select, TextField } from "../../parts/Fields.tsx"
import { Part } from "../../parts/Part.tsx"
import { Table } from "../../parts/Table.tsx"
import { targetNames } from "./importWords.ts"
import { StatusLeftOut } from "./StatusLeftOut.tsx"
import { jobChoices } from "./valueChoices.ts"
import { ColumnValues, isValueTarget } from "./Values.tsx"

type Target = keyof typeof targetNames

interface Props {
  readonly one: Import
  readonly onChange: (changed: Import) => void
}

const isTarget = (text: string): text is Target => Object.hasOwn(targetNames, text)

export const Columns = ({ onChange, one }: Props) => {
  const { column_examples, column_names, day_order, id, job_id, mapping, source_type, system, tag } = one
  const [targets, setTargets] = useState<ReadonlyArray<Target | "">>(
    column_names.map((_, at) => mapping.find(({ column }) => column === at)?.to ?? "")
  )
  const [job, setJob] = useState(job_id ?? "")
  const [values, setValues] = useState(one.values)
  const jobs = useNamedJobs()
  const map = useAction(async (form: FormData) => {
    const order = textOf(form, "day_order")
    const body: ImportMapping = {
      columns: targets.flatMap((to, column) => to === "" ? [] : [{ column, to }]),
      values: values.filter(({ column }) => targets[column] !== ""),
      job_id: job || null,
      tag: textOf(form, "tag") || null,
      source_type: textOf(form, "source_type") || null,
      system: textOf(form, "system") || null,
      day_order: order === "day_first" || order === "month_first" ? order : null
    }
    onChange((await candor.imports.map(id, body)).import)
  })
  const options = [
    ["", t("Don't import")] as const,
    ...Object.entries(targetNames).map(([target, name]) => [target, t(name)] as const)
  ]
  const nameOf = (at: number): string => column_names[at] || t("Column {number}", { number: at + 1 })
  const hasJobs = targets.includes("job")
  return (
    <Part title={t("Columns")}>
      <Form action={map} submit={t("Check rows")} look={one.state === "ready" ? "plain" : "primary"}>
        <Table
          rows={column_names.map((_, at) => at)}
          keyOf={(at) => at}
          columns={[
            [t("Column"), nameOf],
            [t("Examples"), (at) => <span className="hint">{(column_examples[at] ?? []).join(" · ")}</span>],
            [t("Goes to"), (at) => (
              <select
                className="input"
                aria-label={t("{column} goes to", { column: nameOf(at) })}
                value={targets[at]}
                onChange={({ target: { value } }) => {
                  setTargets(targets.with(at, isTarget(value) ? value : ""))
                  setValues(values.filter(({ column }) => column !== at))
                }}
              >
                {options.map(([value, name]) => <option key={value} value={value}>{name}</option>)}
              </select>
            )]
          ]}
        />
        {hasJobs || job !== ""
          ? <StatusLeftOut one={one} isImported={(column) => (targets[column] ?? "") !== ""} />
          : null}
        <Select
          label={t("Job (optional)")}
          name="job_id"
          value={job}
          onChange={({ target }) => setJob(target.value)}
          hint={hasJobs ? t("For rows without a job title.") : t("Everyone in the file applies for this job.")}
          options={[["", t("No job: add people only")]]}
          groups={jobChoices(jobs ?? [], [])}
        />
        {targets.map((to, column) =>
          isValueTarget(to) && (hasJobs || job !== "")
            ? (
              <ColumnValues
                key={`${column} ${to}`}
                id={id}
                column={column}
                name={nameOf(column)}
                to={to}
                job={hasJobs ? "" : job}
                values={values}
                onChange={setValues}
              />
            )
            : null
        )}
        {targets.includes("applied_at") || targets.includes("closed_at")
          ? (
            <Select
              label={t("Dates such as 3/4/2026")}
              name="day_order"
              defaultValue={day_order ?? ""}
              options={[["", t("The file has none")], ["day_first", t("Day first: April 3")], [
                "month_first",
                t("Month first: March 4")
              ]]}
            />
          )
          : null}
        {targets.includes("external_id")
          ? (
            <TextField
              label={t("Name of the old system")}
              name="system"
              required
              maxLength={40}
              defaultValue={system ?? ""}
              hint={t("For example personio. The next import knows people by its IDs.")}
            />
          )
          : null}
        <TextField label={t("Tag for new people (optional)")} name="tag" maxLength={50} defaultValue={tag ?? ""} />
        {job !== "" || hasJobs || source_type !== null
          ? <TextField label={t("Source (optional)")} name="source_type" defaultValue={source_type ?? ""} />
          : null}
      </Form>
    </Part>
  )
}
