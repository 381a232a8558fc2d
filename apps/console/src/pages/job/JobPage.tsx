/** One job: its board, its status and what can be changed of it. */
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { News } from "../../feed/News.tsx"
import { cardOf } from "../../feed/reloadAfter.ts"
import { t } from "../../language/text.tsx"
import { type Action, Button, Problem, useAction } from "../../parts/Action.tsx"
import { Above } from "../../parts/Above.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Page, Show } from "../../parts/Page.tsx"
import { Status } from "../../parts/Status.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { useCommands } from "../../shell/commands.ts"
import { viewsOfBoard } from "../views.ts"
import { AddApplication } from "./AddApplication.tsx"
import { Board } from "./Board.tsx"
import { EditJob } from "./EditJob.tsx"
import { type Job, loadBoard } from "./loadBoard.ts"

const above = <Above to="/jobs">Jobs</Above>

export const JobPage = ({ id }: { readonly id: string }) => {
  const job = useLoaded(["job", id], async (signal) => (await candor.jobs.get(id, { signal })).job)
  if (job.value === undefined) return <Page title="Job" above={above}><Show of={job}>{() => null}</Show></Page>
  return <JobWithBoard job={job.value} onChange={(changed) => job.replace(() => changed)} reload={job.reload} />
}

interface Props {
  readonly job: Job
  readonly onChange: (job: Job) => void
  readonly reload: () => void
}

const JobWithBoard = ({ job, onChange, reload }: Props) => {
  const { shown = "" } = useSearch({ from: "/jobs/$id" })
  const navigate = useNavigate({ from: "/jobs/$id" })
  const [open, setOpen] = useState<"add" | "edit">()
  const mayWrite = useMay("write")
  const tell = useNotice()
  const stages = job.stages.map(({ id }) => id).join(" ")
  const columns = useLoaded(["board", job.id, shown, stages], (signal) => loadBoard(job, shown, signal))
  const close = () => setOpen(undefined)
  useCommands(mayWrite
    ? [
      ...(job.status === "closed" ? [] : [{ name: t("Add an applicant"), icon: "plus", run: () => setOpen("add") } as const]),
      { name: t("Edit job"), icon: "jobs", run: () => setOpen("edit") }
    ]
    : [])
  const status = useAction(async (to: Job["status"]) => {
    const { job: changed } = await candor.jobs.update(job.id, { status: to })
    onChange(changed)
    tell({ draft: "The job is a draft again.", published: "The job is published.", closed: "The job is closed." }[changed.status])
  })
  return (
    <Page
      wide
      title={job.title}
      above={above}
      lead={<><Status of={job.status} /> {[job.department, job.location].filter((part) => part !== null).join(" · ")}</>}
      actions={mayWrite
        ? (
          <>
            {job.status === "published"
              ? <Button pending={status.pending} onClick={() => status.run("closed")}>Close job</Button>
              : <Publish action={status} />}
            <Button onClick={() => setOpen("edit")}>Edit</Button>
            {job.status === "closed" ? null : <Button look="primary" onClick={() => setOpen("add")}><Icon name="plus" />Add applicant</Button>}
          </>
        )
        : null}
    >
      <Problem text={status.error} />
      <News of={(event) => event.subject_id === job.id || cardOf(event)?.job.id === job.id} />
      <Tabs label="Applications that are shown" tabs={viewsOfBoard} value={shown} onChange={(shown) => navigate({ search: { shown: shown || undefined }, replace: true, resetScroll: false })} />
      <Show of={columns}>{(columns) => <Board job={job} columns={columns} />}</Show>
      {open === "add" ? <AddApplication job={job} onClose={close} onAdded={columns.reload} /> : null}
      {open === "edit" ? <EditJob job={job} onClose={close} onChange={onChange} onNewStages={reload} /> : null}
    </Page>
  )
}

/** Publishes the job, unless the plan has no room for another one. */
const Publish = ({ action }: { readonly action: Action<[to: Job["status"]]> }) => {
  const { value } = useLoaded(["organization"], async (signal) => (await candor.organizations.get({ signal })).organization)
  const isFull = value !== undefined && value.publish_limit !== null && value.published_jobs >= value.publish_limit
  return isFull
    ? <p className="hint">The plan allows {value.publish_limit} published jobs: close one to publish this one.</p>
    : <Button pending={action.pending} onClick={() => action.run("published")}>Publish</Button>
}
