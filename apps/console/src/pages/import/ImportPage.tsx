/** An import step by step: the mapping of its columns, a preview of its rows, its progress, and its result. */
import type { Import } from "@candor/client"
import { Link, useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Above } from "../../parts/Above.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Meter } from "../../parts/Meter.tsx"
import { Badge, Page, Show } from "../../parts/Page.tsx"
import { exactTime, number } from "../../parts/Time.tsx"
import { ArchiveUpload } from "./ArchiveUpload.tsx"
import { Columns } from "./Columns.tsx"
import { failureWordsOf, isAtWork, stateNames } from "./importWords.ts"
import { Report } from "./Report.tsx"
import { RetentionApplies } from "./RetentionApplies.tsx"
import { Rows } from "./Rows.tsx"
import { StatusLeftOut } from "./StatusLeftOut.tsx"

/** Milliseconds between two polls of a running import. */
const interval = 1000

export const ImportPage = ({ id }: { readonly id: string }) => {
  const loaded = useLoaded(["import", id], async (signal) => (await candor.imports.get(id, { signal })).import)
  const { reload, value } = loaded
  const isWorking = value !== undefined && isAtWork(value)
  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(reload, interval)
    return () => clearInterval(timer)
  }, [reload, isWorking])
  const replace = (changed: Import) => loaded.replace(() => changed)
  return (
    <Page
      title={value?.file_name ?? t("Import")}
      above={<Above to="/imports">{t("Import")}</Above>}
      mark={value === undefined ? null : (
        <>
          {" "}
          <Badge tone={stateNames[value.state][1]}>{t(stateNames[value.state][0])}</Badge>
        </>
      )}
    >
      <Show of={loaded}>{(one) => <Steps one={one} onChange={replace} />}</Show>
    </Page>
  )
}

interface Props {
  readonly one: Import
  readonly onChange: (changed: Import) => void
}

const Steps = ({ one, onChange }: Props) => {
  const { failure, state, updated_at } = one
  return (
    <>
      {state === "uploading" ? <ArchiveUpload one={one} onChange={onChange} /> : null}
      <div role="status">{isAtWork(one) ? <Progress one={one} /> : null}</div>
      {failure === null || state === "undoing"
        ? null
        : <p className="problem" role="alert">{t(failureWordsOf(one.kind, failure))}</p>}
      {state === "uploading" || state === "validating" || state === "running"
        ? <Cancel one={one} onChange={onChange} />
        : null}
      {state === "ready" ? <Checked one={one} onChange={onChange} /> : null}
      {hasEnded(one) ? <Done one={one} onChange={onChange} /> : null}
      {state !== "ready" && (!hasEnded(one) || failure === "expired")
        ? null
        : one.kind === "organization"
        ? <Report key={state} one={one} />
        : <Rows key={state} one={one} />}
      {one.kind === "people" && (state === "mapping" || state === "ready")
        ? <Columns key={updated_at} one={one} onChange={onChange} />
        : null}
      {isAtWork(one) ? null : <Delete one={one} />}
    </>
  )
}

/** Returns whether the import got as far as its rows, and has ended: a file that could not be read has no rows. */
const hasEnded = ({ kind, mapping, state }: Import): boolean =>
  (kind === "organization" || mapping.length > 0) &&
  (state === "interrupted" || state === "completed" || state === "cancelled" || state === "failed" ||
    state === "undone")

/** Returns the numbers of rows by outcome, for an organization's archive. */
const rowsOf = ({ known_counted, new_counted, problems_counted, unchanged_counted }: Import) =>
  [
    [new_counted, t("{count, plural, one {# new row} other {# new rows}}", { count: new_counted })],
    [known_counted, t("{count} already here, and different: they stay as they are", { count: known_counted })],
    [unchanged_counted, t("{count} already here, with nothing new", { count: unchanged_counted })],
    [
      problems_counted,
      t("{count, plural, one {# row with a problem} other {# rows with problems}}", { count: problems_counted })
    ]
  ] as const

/** Summarizes the outcomes of the rows in numbers, without zeros. */
const summaryOf = (one: Import): string => {
  const { kind, known_counted, new_counted, problems_counted, unchanged_counted } = one
  const parts: ReadonlyArray<readonly [number, string]> = kind === "organization" ? rowsOf(one) : [
    [new_counted, t("{count, plural, one {# new person} other {# new people}}", { count: new_counted })],
    [known_counted, t("{count} already here, with something new", { count: known_counted })],
    [unchanged_counted, t("{count} already here, with nothing new", { count: unchanged_counted })],
    [
      problems_counted,
      t("{count, plural, one {# row with a problem} other {# rows with problems}}", { count: problems_counted })
    ]
  ] as const
  return parts.filter(([count]) => count > 0).map(([, text]) => text).join("; ")
}

const Progress = ({ one: { rows_counted, rows_done, state } }: Pick<Props, "one">) => {
  if (state === "uploaded") return <p>{t("Reading the file…")}</p>
  const words = { done: number(rows_done), all: number(rows_counted) }
  return (
    <section className="meter-card" aria-label={t("Progress")}>
      <p>
        {state === "validating"
          ? t("Checking row {done} of {all}. Nothing is imported yet.", words)
          : state === "running"
          ? t("Importing row {done} of {all}. You can leave this page.", words)
          : t("Undoing…")}
      </p>
      <Meter label={t("Rows done")} used={rows_done} limit={rows_counted} />
    </section>
  )
}

const Cancel = ({ onChange, one: { id, state } }: Props) => {
  const cancel = useAction(async () => onChange((await candor.imports.cancel(id)).import))
  return (
    <div className="buttons">
      <Problem text={cancel.error} />
      <Button pending={cancel.pending} onClick={() => cancel.run()}>
        {state === "running" ? t("Stop importing") : t("Cancel")}
      </Button>
    </div>
  )
}

const Checked = ({ onChange, one }: Props) => {
  const { id, kind, known_counted, new_counted, problems_counted } = one
  const run = useAction(async () => onChange((await candor.imports.run(id)).import))
  const count = kind === "organization" ? new_counted : new_counted + known_counted
  return (
    <section className="meter-card" aria-label={t("What will be imported")}>
      <p>
        {summaryOf(one)}
      </p>
      {problems_counted === 0
        ? null
        : (
          <p className="hint">
            {t(
              "Rows with problems aren't imported. Correct them in the file and import it again: people who are already here aren't added twice."
            )}
          </p>
        )}
      {one.job_id === null && one.mapping.every(({ to }) => to !== "job") ?
        null :
        <StatusLeftOut one={one} isImported={(at) => one.mapping.some(({ column }) => column === at)} />}
      <RetentionApplies one={one} />
      <div className="buttons">
        <Problem text={run.error} />
        <Button look="primary" pending={run.pending} disabled={count === 0} onClick={() => run.run()}>
          {t("{count, plural, one {Import # row} other {Import # rows}}", { count })}
        </Button>
      </div>
    </section>
  )
}

const Done = ({ onChange, one }: Props) => {
  const { id, kept_counted, new_counted, state, tag, undo_until, undone_counted } = one
  const undo = useAction(async () => onChange((await candor.imports.undo(id)).import))
  const run = useAction(async () => onChange((await candor.imports.run(id)).import))
  return (
    <section className="meter-card" aria-label={t("What was imported")}>
      <p>
        {state === "undone"
          ? t("{count, plural, one {# row was} other {# rows were}} undone.", { count: undone_counted })
          : summaryOf(one) || t("Nothing was imported.")}
        {kept_counted === 0 || one.kind === "organization"
          ? null
          : ` ${
            t(
              "{count, plural, one {# row was} other {# rows were}} kept, because someone has worked with the person since.",
              { count: kept_counted }
            )
          }`}
      </p>
      <div className="buttons">
        <Problem text={undo.error ?? run.error} />
        {state === "interrupted"
          ? <Button look="primary" pending={run.pending} onClick={() => run.run()}>{t("Continue import")}</Button>
          : null}
        {tag === null || one.kind === "organization" || state === "undone" || new_counted === 0
          ? null
          : <Link className="button primary" to="/candidates" search={{ tag }}>{t("Show new people")}</Link>}
        {undo_until === null
          ? null
          : (
            <ConfirmButton
              look="plain"
              label={t("Undo import")}
              question={t("Delete what was imported?")}
              pending={undo.pending}
              onConfirm={() => undo.run()}
            >
              {t("Undo import")}
            </ConfirmButton>
          )}
      </div>
      {undo_until === null
        ? null
        : (
          <p className="hint">
            {one.kind === "organization"
              ? t("You can undo it until {time}, unless someone has worked with what was imported.", {
                time: exactTime(undo_until)
              })
              : t("You can undo it until {time}. People and applications that someone has worked with since stay.", {
                time: exactTime(undo_until)
              })}
          </p>
        )}
    </section>
  )
}

const Delete = ({ one: { id, kind } }: Pick<Props, "one">) => {
  const navigate = useNavigate()
  const remove = useAction(async () => {
    await candor.imports.delete(id)
    await navigate({ to: "/imports", ignoreBlocker: true })
  })
  return (
    <div className="buttons">
      <Problem text={remove.error} />
      <ConfirmButton
        label={t("Delete import")}
        question={kind === "organization"
          ? t("Delete the import? What was imported stays.")
          : t("Delete the rows of the file? The people stay.")}
        pending={remove.pending}
        onConfirm={() => remove.run()}
      >
        {t("Delete import")}
      </ConfirmButton>
    </div>
  )
}
