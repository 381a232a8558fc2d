/** The page of a job: its board, its status and its settings. */
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { lazy, Suspense, useMemo, useState } from "react"
import { candor } from "../../api/Client.ts"
import { feedStaleTime, queries } from "../../api/queries.ts"
import { keepPart } from "../../api/store.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { News } from "../../feed/News.tsx"
import { cardOf } from "../../feed/reloadAfter.ts"
import { t } from "../../language/text.tsx"
import { type Action, Button, Problem, useAction } from "../../parts/Action.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { More } from "../../parts/More.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Page, Show } from "../../parts/Page.tsx"
import { Status } from "../../parts/Status.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { useKept } from "../../parts/useKept.ts"
import { parseSearch, stringifySearch } from "../../router/search.ts"
import { useMay } from "../../session/CurrentSession.tsx"
import { useCommands } from "../../shell/commands.ts"
import { useCareers } from "../careers/careers.ts"
import { WaitingForJob } from "../quarantine/QuarantineCount.tsx"
import { publishedText } from "./hiddenBy.ts"
import { viewsOfBoard } from "../views.ts"
import { AddApplication } from "./AddApplication.tsx"
import { Board } from "./Board.tsx"
import { type BoardFilter, filterIn, toFilter } from "./boardFilter.ts"
import { BoardFilters } from "./BoardFilters.tsx"
import { Checklist } from "./Checklist.tsx"
import { ConfidentialMark } from "./ConfidentialMark.tsx"
import { CopyJob } from "./CopyJob.tsx"
import { EditJob } from "./EditJob.tsx"
import { BackToJobs } from "./JobTitle.tsx"
import { keyOfBoard } from "./keptBoards.ts"
import { type Columns, countsKey, type Job, loadBoard, loadCounts, loadFiltered, type Shown } from "./loadBoard.ts"
import { NoApplicants } from "./NoApplicants.tsx"
import { PostingDialog, PostingLine } from "./Posting.tsx"
import { TeamOfJob } from "./TeamOfJob.tsx"

const PlanDialog = lazy(() => import("../plan/PlanDialog.tsx").then(({ PlanDialog }) => ({ default: PlanDialog })))
const CriteriaDialog = lazy(() => import("../criteria/CriteriaDialog.tsx"))
const FormEditor = lazy(() => import("./FormEditor.tsx"))

/** Returns the key of a job's board in a view. */
const keyOf = ({ id, stages }: Job, shown: Shown, filter: BoardFilter) =>
  keyOfBoard(id, shown, stages.map((stage) => stage.id).join(" "), filter)

const keptBoard = (shown: Shown, filter: BoardFilter) => (job: Job) =>
  queries.getQueryData<Columns>(keyOf(job, shown, filter))

/**
 * Milliseconds for which a board is fresh. It arrives together with its job; after this time it is loaded again the
 * next time it is shown.
 */
const freshMillis = 5000

export const JobPage = ({ id }: { readonly id: string }) => {
  const { shown = "" } = useSearch({ from: "/jobs/$id" })
  const job = useLoaded(["job", id], async (signal) => {
    const since = Date.now()
    const { columns, job } = await loadBoard(id, shown, keptBoard(shown, {}), signal)
    keepPart(keyOf(job, shown, {}), columns, since)
    return job
  }, feedStaleTime)
  if (job.value === undefined)
    return (
      <Page title={t("Job")} above={<BackToJobs />}>
        <Show of={job}>{() => null}</Show>
      </Page>
    )
  return <JobWithBoard job={job.value} onChange={(changed) => job.replace(() => changed)} reload={job.reload} />
}

interface Props {
  readonly job: Job
  readonly onChange: (job: Job) => void
  readonly reload: () => void
}

const JobWithBoard = ({ job, onChange, reload }: Props) => {
  const search = useSearch({ from: "/jobs/$id" })
  const { shown = "" } = search
  // The same object while the address is the same.
  const address = stringifySearch(filterIn(search))
  const filter = useMemo(() => toFilter(filterIn(parseSearch(address))), [address])
  const navigate = useNavigate({ from: "/jobs/$id" })
  const [open, setOpen] = useState<"add" | "copy" | "criteria" | "edit" | "form" | "plan" | "posting">()
  const [field, setField] = useState<string>()
  const mayWrite = useMay("write")
  const tell = useNotice()
  const { value: careers } = useCareers()
  const key = keyOf(job, shown, filter)
  const [, , , stages] = key
  const loaded = useLoaded(key, async (signal) => {
    const kept = keptBoard(shown, filter)
    if (stringifySearch(filter) !== "") return loadFiltered(job, shown, filter, kept(job), signal)
    const since = Date.now()
    const loaded = await loadBoard(job.id, shown, kept, signal)
    keepPart(["job", job.id], loaded.job, since)
    return loaded.columns
  }, freshMillis)
  const columns = useKept(loaded, `${shown} ${stages}`)
  const { value: all } = useLoaded(countsKey(job.id), (signal) => loadCounts(job.id, {}, signal), feedStaleTime)
  const { value: selected = all ?? [] } = useLoaded(
    countsKey(job.id, filter),
    (signal) => loadCounts(job.id, filter, signal),
    feedStaleTime
  )
  const close = () => {
    setOpen(undefined)
    setField(undefined)
  }
  const edit = (field: string) => {
    setField(field)
    setOpen("edit")
  }
  useCommands([
    { name: t("Job posting"), icon: "careers", run: () => setOpen("posting") },
    { name: t("Sources"), icon: "jobs", run: () => void navigate({ to: "/sources", search: { job: job.id } }) }
  ])
  useCommands(
    mayWrite
      ? [
        ...(job.status === "closed"
          ? []
          : [{ name: t("Add an applicant"), icon: "plus", run: () => setOpen("add") } as const]),
        { name: t("Edit job"), icon: "jobs", run: () => setOpen("edit") },
        { name: t("Application form"), icon: "careers", run: () => setOpen("form") },
        { name: t("Interview plan"), icon: "calendar", run: () => setOpen("plan") },
        { name: t("Criteria"), icon: "check", run: () => setOpen("criteria") },
        { name: t("Copy job"), icon: "jobs", run: () => setOpen("copy") }
      ]
      : []
  )
  const status = useAction(async (to: Job["status"]) => {
    const { job: changed } = await candor.jobs.update(job.id, { status: to })
    onChange(changed)
    tell(
      {
        draft: t("The job is a draft again."),
        published: publishedText(changed, careers),
        closed: t("The job was closed.")
      }[changed.status]
    )
  })
  return (
    <Page
      wide="full"
      title={job.title}
      mark={<ConfidentialMark of={job} />}
      above={<BackToJobs />}
      lead={
        <>
          <Status of={job.status} /> {[job.department, job.location].filter((part) => part !== null).join(" · ")}{" "}
          <span className="lead-links">
            <PostingLine job={job} onOpen={() => setOpen("posting")} />
            <Link to="/sources" search={{ job: job.id }}>{t("Sources")}</Link>
          </span>
        </>
      }
      actions={
        <>
          <TeamOfJob job={job} />
          {mayWrite ? <ChangesOfJob job={job} status={status} onOpen={setOpen} /> : null}
        </>
      }
    >
      <Problem text={status.error} />
      {mayWrite ? <WaitingForJob id={job.id} /> : null}
      <News of={(event) => event.subject_id === job.id || cardOf(event)?.job.id === job.id} />
      {mayWrite && job.status === "draft"
        ? (
          <Checklist
            job={job}
            onDescribe={() => edit("description_md")}
            onTeam={() => document.querySelector<HTMLElement>(".team-button")?.click()}
            onForm={() => setOpen("form")}
            onPosting={() => setOpen("posting")}
          />
        )
        : null}
      <Tabs
        label={t("Filter applications")}
        tabs={viewsOfBoard}
        value={shown}
        onChange={(shown) =>
          navigate({
            search: { ...search, application: undefined, shown: shown || undefined },
            replace: true,
            resetScroll: false
          })}
      />
      <BoardFilters job={job.id} shown={shown} all={all ?? []} selected={selected} />
      {all?.length === 0 ? <NoApplicants job={job} onAdd={mayWrite ? () => setOpen("add") : undefined} /> : null}
      <Show of={columns}>
        {(columns) => (
          <Board
            key={shown}
            job={job}
            columns={columns}
            counts={selected}
            shown={shown}
            filter={filter}
            stages={stages}
          />
        )}
      </Show>
      {open === "add" ? <AddApplication job={job} onClose={close} onAdded={columns.reload} /> : null}
      {open === "copy" ? <CopyJob job={job} onClose={close} /> : null}
      {open === "form"
        ? (
          <Suspense>
            <FormEditor job={job.id} onClose={close} />
          </Suspense>
        )
        : null}
      {open === "criteria"
        ? (
          <Suspense>
            <CriteriaDialog job={job.id} onClose={close} />
          </Suspense>
        )
        : null}
      {open === "plan"
        ? (
          <Suspense>
            <PlanDialog job={job} onClose={close} />
          </Suspense>
        )
        : null}
      {open === "posting"
        ? <PostingDialog job={job} onClose={close} onEdit={edit} onForm={() => setOpen("form")} />
        : null}
      {open === "edit"
        ? <EditJob job={job} field={field} onClose={close} onChange={onChange} onNewStages={reload} />
        : null}
    </Page>
  )
}

interface ChangesProps {
  readonly job: Job
  readonly status: Action<[to: Job["status"]]>
  readonly onOpen: (dialog: "add" | "copy" | "criteria" | "edit" | "form" | "plan") => void
}

const ChangesOfJob = ({ job, onOpen, status }: ChangesProps) => (
  <>
    {job.status === "published" ? null : <Publish action={status} />}
    <Button onClick={() => onOpen("edit")}>{t("Edit")}</Button>
    <More
      label={t("More actions")}
      actions={[
        [t("Application form"), () => onOpen("form")],
        [t("Interview plan"), () => onOpen("plan")],
        [t("Criteria"), () => onOpen("criteria")],
        [t("Copy job"), () => onOpen("copy")],
        ...(job.status === "published" ? [[t("Close job"), () => void status.run("closed")] as const] : [])
      ]}
    />
    {job.status === "closed" ? null : (
      <Button look="primary" onClick={() => onOpen("add")}>
        <Icon name="plus" />
        {t("Add applicant")}
      </Button>
    )}
  </>
)

/** Publishes the job, unless the plan's limit is reached. */
const Publish = ({ action }: { readonly action: Action<[to: Job["status"]]> }) => {
  const { value } = useLoaded(
    ["organization"],
    async (signal) => (await candor.organizations.get({ signal })).organization,
    feedStaleTime
  )
  const isFull = value !== undefined && value.publish_limit !== null && value.published_jobs >= value.publish_limit
  useCommands(isFull ? [] : [{ name: t("Publish job"), icon: "check", run: () => void action.run("published") }])
  return isFull
    ? (
      <p className="hint">
        {t("Your plan allows {limit} published jobs. Close one to publish this one.", {
          limit: value.publish_limit ?? 0
        })}
      </p>
    )
    : <Button pending={action.pending} onClick={() => action.run("published")}>{t("Publish")}</Button>
}
