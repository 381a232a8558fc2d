/** The values of a column of jobs, stages or statuses, and what each is read as. */
import type { Import } from "@candor/client"
import { useRef, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useNamedJobs } from "../../api/choices.ts"
import { reloadChanged } from "../../api/store.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Badge, Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { spelled } from "../../parts/Status.tsx"
import { Table } from "../../parts/Table.tsx"
import { number } from "../../parts/Time.tsx"
import { type Choices, jobChoices, statusChoices } from "./valueChoices.ts"

type Values = Import["values"]

/** The targets whose values can be chosen here. */
export type ValueTarget = "job" | "stage" | "status"

export const isValueTarget = (target: string | undefined): target is ValueTarget =>
  target === "job" || target === "stage" || target === "status"

interface Props {
  readonly id: string
  readonly column: number
  readonly name: string
  readonly to: ValueTarget
  /** The job that all people apply for; empty if rows name theirs. */
  readonly job: string
  readonly values: Values
  readonly onChange: (change: (values: Values) => Values) => void
}

/** The value of the choice that reads a value as an empty cell. No job, stage or status is called so. */
const asEmpty = " "

/** The value of the choice that creates a job. No job has this id. */
const asNew = "new"

/** The values that are shown at first, and more by each press. */
const step = 30

/** Returns a text as the server compares it, near enough to recognize a value of the mapping. */
const folded = (text: string): string =>
  text.normalize("NFKD").toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "") || text.trim()

export const ColumnValues = ({ column, id, job, name, onChange, to, values }: Props) => {
  const [shown, setShown] = useState(step)
  /** The values for which jobs were created here: their lines stay where they are. */
  const [created, setCreated] = useState<ReadonlyArray<string>>([])
  const tell = useNotice()
  const jobs = useNamedJobs()
  const loaded = useLoaded(
    ["import", id, "values", String(column), to],
    (signal) => candor.imports.values(id, { column, to }, { signal })
  )
  const choose = (value: string, understood: string | null, chosen: string) =>
    onChange((values) => {
      const others = values.filter((one) => one.column !== column || folded(one.value) !== folded(value))
      const read = { column, value, to: chosen === asEmpty ? null : chosen }
      return chosen === "" || chosen === understood ? others : [...others, read]
    })
  /** Creates a job with the value as its title. The value is mapped to it if its title alone does not tell it. */
  const create = async (value: string) => {
    const { job } = await candor.jobs.create({ title: value })
    setCreated((before) => [...before, value])
    const [after] = await Promise.all([
      candor.imports.values(id, { column, to }).catch(() => undefined),
      reloadChanged(["job"])
    ])
    if (after !== undefined) loaded.replace(() => after)
    choose(value, after?.values.find((one) => one.value === value)?.to ?? null, job.id)
    tell(t("Job “{title}” created as a draft", { title: job.title }))
  }
  return (
    <Show of={loaded}>
      {({ has_more, values: found }) => {
        if (found.length === 0 || jobs === undefined) return null
        const choices = to === "job"
          ? jobChoices(jobs, found)
          : statusChoices(job === "" ? jobs : jobs.filter((one) => one.id === job))
        const has = (chosen: string | null): chosen is string =>
          choices.some(([, options]) => options.some(([option]) => option === chosen))
        const taken = found.map((one) => ({ ...one, to: has(one.to) ? one.to : null }))
        const mapped = new Map(
          values.filter((one) => one.column === column).map((one) => [folded(one.value), one.to ?? asEmpty])
        )
        const isLast = ({ to, value }: typeof taken[number]) => to !== null && !created.includes(value)
        const sorted = taken.toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)))
        const unclear = taken.filter((one) => one.to === null && !mapped.has(folded(one.value))).length
        return (
          <Part title={t("Values of “{name}”", { name })}>
            <p className={unclear === 0 ? "hint" : "hint warning"} role="status">
              {unclear === 0
                ? t("Candor understands all of them. You can change what they are read as.")
                : t(
                  "{count, plural, one {Candor doesn't understand # value. Choose what to read it as: otherwise its rows aren't imported.} other {Candor doesn't understand # values. Choose what to read them as: otherwise their rows aren't imported.}}",
                  { count: unclear }
                )}
            </p>
            <Table
              rows={sorted.slice(0, shown)}
              keyOf={({ value }) => value}
              columns={[
                [t("Value"), ({ to, value }) => (
                  <>
                    {value}
                    {to !== null || mapped.has(folded(value))
                      ? null
                      : (
                        <>
                          {" "}
                          <Badge tone="warning">{t("Not understood")}</Badge>
                        </>
                      )}
                  </>
                )],
                [t("Rows"), ({ rows }) => number(rows)],
                [t("Read as"), (one) => (
                  <Chosen
                    label={t("Read {value} as", { value: one.value })}
                    choices={choices}
                    nothing={to === "job" ? t("No job") : t("As if empty")}
                    hasNone={one.to === null}
                    value={mapped.get(folded(one.value)) ?? one.to ?? ""}
                    onChange={(chosen) => choose(one.value, one.to, chosen)}
                    title={to === "job" && one.to === null ? one.value : null}
                    onCreate={() => create(one.value)}
                  />
                )]
              ]}
            />
            {sorted.length <= shown ? null : (
              <div className="more">
                <Button onClick={() => setShown(shown + step)}>{t("Show more")}</Button>
              </div>
            )}
            {has_more
              ? <p className="hint">{t("These are the 200 most frequent values. Correct rarer ones in the file.")}</p>
              : null}
          </Part>
        )
      }}
    </Show>
  )
}

interface ChosenProps {
  readonly label: string
  readonly choices: Choices
  readonly nothing: string
  /** Whether the value can stay without a choice. */
  readonly hasNone: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  /** The title of the job that `onCreate` creates; null if no job can be created. */
  readonly title: string | null
  readonly onCreate: () => Promise<void>
}

const Chosen = ({ choices, hasNone, label, nothing, onChange, onCreate, title, value }: ChosenProps) => {
  const [isNew, setNew] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  // Arrow keys and letters pass choices on the way to another one, so that a job needs a press of the button then.
  const isByKey = useRef(false)
  const create = useAction(async () => {
    await onCreate()
    setNew(false)
  })
  return (
    <div className="buttons">
      <select
        ref={select}
        className="input"
        aria-label={label}
        aria-busy={create.pending || undefined}
        value={isNew && title !== null ? asNew : value}
        onKeyDown={() => {
          isByKey.current = true
        }}
        onPointerDown={() => {
          isByKey.current = false
        }}
        onChange={({ target }) => {
          if (create.pending) return
          setNew(target.value === asNew)
          if (target.value !== asNew) onChange(target.value)
          else if (!isByKey.current) void create.run()
        }}
      >
        {hasNone ? <option value="">{t("Choose…")}</option> : null}
        {title === null ? null : <option value={asNew}>{t("New job “{title}” (draft)", { title })}</option>}
        {choices.map(([group, options]) => (
          <optgroup key={group} label={group}>
            {options.map(([option, name]) => <option key={option} value={option}>{name}</option>)}
          </optgroup>
        ))}
        <option value={asEmpty}>{nothing}</option>
      </select>
      {isNew && title !== null
        ? (
          <>
            <Problem text={create.error} />
            <Button
              pending={create.pending}
              onClick={() => {
                select.current?.focus()
                void create.run()
              }}
            >
              {t("Create draft")}
            </Button>
          </>
        )
        : null}
    </div>
  )
}

/** The end of an application that a row adds; nothing for an active one. */
export const Ended = ({ status }: { readonly status: string | null }) =>
  status === null || status === "active" ? null : (
    <>
      {" "}
      <Badge tone="neutral">{spelled(status)}</Badge>
    </>
  )
