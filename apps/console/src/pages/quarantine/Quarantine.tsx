/** The quarantine: suspicious submissions to the careers site, until a person releases or deletes them. */
import type { SubmissionListItem } from "@candor/client"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { Rich, t } from "../../language/text.tsx"
import { Problem, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { BackToJob, JobTitle } from "../job/JobTitle.tsx"
import { ClosedHint, closedAmong } from "./ClosedJob.tsx"
import { namesOf } from "../signal/signals.ts"
import { groupsOf, reasonsOf, reloadSubmissions, useQuarantine } from "./quarantine.ts"
import { stillWaits } from "./stillWaits.ts"
import { SubmissionPanel } from "./SubmissionPanel.tsx"

export const Quarantine = () => {
  const { job, submission: opened } = useSearch({ from: "/quarantine" })
  const navigate = useNavigate({ from: "/quarantine" })
  const list = useQuarantine(job)
  const show = (submission: string | undefined) =>
    void navigate({ search: { job, submission }, replace: true, resetScroll: false })
  const items = list.value?.items ?? []
  const at = items.findIndex(({ id }) => id === opened)
  const empty = (
    <Empty title={t("No held applications")}>
      <p>
        {t(
          "Applications from your careers site arrive right away. Suspicious ones are held here until you release or delete them."
        )}
      </p>
    </Empty>
  )
  return (
    <Page
      wide
      title={t("Held applications")}
      above={job === undefined ? undefined : <BackToJob id={job} />}
      lead={t("These look automated or couldn't be processed. Their senders saw the usual confirmation.")}
    >
      {job === undefined ? null : (
        <p className="hint">
          <Rich
            text="Showing this job only. {all}"
            values={{ all: <Link to="/quarantine">{t("Show all jobs")}</Link> }}
          />
        </p>
      )}
      <div className="beside">
        <div>
          <ShowPages of={list} empty={empty}>{(items) => <Submissions items={items} opened={opened} />}</ShowPages>
        </div>
        {opened === undefined
          ? null
          : (
            <SubmissionPanel
              key={opened}
              id={opened}
              onClose={() => show(undefined)}
              onDone={() => show((items[at + 1] ?? items[at - 1])?.id)}
            />
          )}
      </div>
    </Page>
  )
}

interface SubmissionsProps {
  readonly items: ReadonlyArray<SubmissionListItem>
  readonly opened: string | undefined
}

const Submissions = ({ items, opened }: SubmissionsProps) => {
  const mayWrite = useMay("write")
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = items.filter(({ id }) => ids.has(id))
  const toggle = (some: ReadonlyArray<string>) => setIds(ids.symmetricDifference(new Set(some)))
  const all = () => setIds(new Set(selected.length === items.length ? [] : items.map(({ id }) => id)))
  return (
    <>
      {mayWrite
        ? (
          <div className="selection quarantine-bar">
            <label className="check">
              <input type="checkbox" checked={selected.length === items.length} onChange={all} />
              {t("Select all")}
            </label>
            {selected.length === 0 ? null : <Decisions selected={selected} />}
          </div>
        )
        : null}
      <ul className="list" aria-label={t("Held applications")}>
        {groupsOf(items).map(([first, ...others]) => {
          const row = (item: SubmissionListItem) => (
            <Row
              key={item.id}
              item={item}
              isOpened={item.id === opened}
              isSelected={ids.has(item.id)}
              onSelect={mayWrite ? () => toggle([item.id]) : undefined}
            />
          )
          if (others.length === 0) return row(first)
          const group = [first, ...others].map(({ id }) => id)
          const isWhole = group.every((id) => ids.has(id))
          const isOpen = others.some(({ id }) => id === opened)
          return (
            <li key={first.similar?.id ?? first.id} className="group">
              <div className="group-head">
                {mayWrite
                  ? (
                    <label className="check">
                      <input
                        type="checkbox"
                        checked={isWhole}
                        onChange={() => toggle(group.filter((id) => ids.has(id) === isWhole))}
                      />
                      {t("{count} nearly the same", { count: group.length })}
                    </label>
                  )
                  : t("{count} nearly the same", { count: group.length })}
              </div>
              <ul className="list">{row(first)}</ul>
              <details open={isOpen}>
                <summary>{t("Show the others of this group")}</summary>
                <ul className="list">{others.map(row)}</ul>
              </details>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const Decisions = ({ selected }: { readonly selected: ReadonlyArray<SubmissionListItem> }) => {
  const tell = useNotice()
  const count = selected.length
  /**
   * Changes the selected submissions one by one, and says how many were changed. If one fails, it and those after it
   * stay selected. A submission that somebody else has already released or deleted does not stop the rest.
   */
  const each = async (
    all: ReadonlyArray<SubmissionListItem>,
    change: (id: string) => Promise<unknown>,
    said: (count: number) => string
  ) => {
    let [done, decided] = [0, 0]
    try {
      for (const { id } of all) {
        if (await stillWaits(change(id))) done++
        else decided++
      }
    } finally {
      if (done > 0) tell(said(done))
      if (decided > 0)
        tell(
          t("{count, plural, one {# was} other {# were}} already released or deleted by someone else.", {
            count: decided
          })
        )
      await reloadSubmissions()
    }
  }
  /** Submissions for closed jobs would be refused. */
  const release = useAction(async () => {
    const closed = await closedAmong(new Set(selected.map(({ job_id }) => job_id)))
    const [staying, open] = [
      selected.filter(({ job_id }) => closed.has(job_id)),
      selected.filter(({ job_id }) => !closed.has(job_id))
    ]
    await each(
      open,
      (id) => candor.submissions.release(id),
      (count) =>
        t(
          "{count, plural, one {# application was} other {# applications were}} released and will appear within seconds.",
          { count }
        )
    )
    if (staying.length > 0) {
      tell(
        t(
          "{count, plural, one {# wasn't released because its job is closed. Reopen the job first.} other {# weren't released because their jobs are closed. Reopen the jobs first.}}",
          { count: staying.length }
        )
      )
    }
  })
  const remove = useAction(() =>
    each(
      selected,
      (id) => candor.submissions.delete(id),
      (count) => t("{count, plural, one {# application was} other {# applications were}} deleted.", { count })
    )
  )
  return (
    <>
      <strong role="status">{t("{count} selected", { count })}</strong>
      <ConfirmButton
        look="plain"
        label={t("Release the selected")}
        question={t("Release {count}?", { count })}
        pending={release.pending}
        onConfirm={() => void release.run()}
      >
        {t("Release")}
      </ConfirmButton>
      <ConfirmButton
        label={t("Delete the selected")}
        question={t("Delete {count} permanently?", { count })}
        pending={remove.pending}
        onConfirm={() => void remove.run()}
      >
        {t("Delete")}
      </ConfirmButton>
      <Problem text={release.error ?? remove.error} />
    </>
  )
}

interface RowProps {
  readonly item: SubmissionListItem
  readonly isOpened: boolean
  readonly isSelected: boolean
  readonly onSelect: (() => void) | undefined
}

const Row = ({ isOpened, isSelected, item, onSelect }: RowProps) => {
  const { created_at, full_name, id, job_id, primary_email } = item
  const { job } = useSearch({ from: "/quarantine" })
  return (
    <li className="job-row waiting-row" aria-current={isOpened || undefined}>
      {onSelect === undefined
        ? null
        : (
          <input
            type="checkbox"
            aria-label={t("Select {name}", { name: full_name })}
            checked={isSelected}
            onChange={onSelect}
          />
        )}
      <div className="list-main">
        <Link to="/quarantine" search={{ job, submission: id }} replace resetScroll={false} className="row-link">
          {full_name}
        </Link>
        <span className="hint">{primary_email}</span>
        <span>
          <JobTitle id={job_id} />{" "}
          <span className="hint">
            <Ago at={created_at} />
          </span>
        </span>
        {reasonsOf(item).map((reason) => <span key={reason} className="hint">{reason}</span>)}
        {item.signals.length === 0
          ? null
          : <span className="hint">{t("Signals")}: {namesOf(item.signals)}</span>}
        <ClosedHint id={job_id} />
      </div>
    </li>
  )
}
