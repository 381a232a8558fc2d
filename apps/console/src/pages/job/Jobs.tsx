/** The jobs of the organization, each with its numbers of applicants. */
import type { JobOverview } from "@candor/client"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { usePaged } from "../../api/usePaged.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { Avatars } from "../../parts/Avatar.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { SavedViews } from "../../parts/SavedViews.tsx"
import { SearchField } from "../../parts/SearchField.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { duration, secondsSince } from "../../parts/Time.tsx"
import { useMay, useSession } from "../../session/CurrentSession.tsx"
import { useCommands } from "../../shell/commands.ts"
import { statusesOfJobs } from "../views.ts"
import { useIsWithoutTeam, WithoutTeam } from "../WithoutTeam.tsx"
import { ConfidentialMark } from "./ConfidentialMark.tsx"
import { CreateJob } from "./CreateJob.tsx"
import { StageBar } from "./StageBar.tsx"
import { rolesInTeams } from "./teamRoles.ts"

export const Jobs = () => {
  const { q = "", status = "" } = useSearch({ from: "/jobs" })
  const navigate = useNavigate({ from: "/jobs" })
  const [creating, setCreating] = useState(false)
  const mayWrite = useMay("write")
  const jobs = usePaged(
    ["job", "overview", status, q],
    (page, signal) =>
      candor.overviews.jobs({
        status: status === "all" ? undefined : status || "published",
        q: q || undefined,
        ...page
      }, { signal }),
    ({ jobs }) => jobs
  )
  const show = (search: { readonly status?: typeof status; readonly q?: string }) => {
    const { q: text, status: view } = { q, status, ...search }
    return navigate({ search: { status: view || undefined, q: text || undefined }, replace: true, resetScroll: false })
  }
  useCommands([{ name: t("Sources"), icon: "jobs", run: () => void navigate({ to: "/sources" }) }])
  const create = mayWrite
    ? (
      <Button look="primary" onClick={() => setCreating(true)}>
        <Icon name="plus" />
        {t("New job")}
      </Button>
    )
    : null
  const { isLimited } = useSession()
  const isWithoutTeam = useIsWithoutTeam()
  const empty = isWithoutTeam
    ? <WithoutTeam />
    : q !== ""
    ? (
      <Empty title={t("No jobs match “{q}”", { q })}>
        {status === "all" ? null : <Link to="/jobs" search={{ status: "all", q }}>{t("Search all jobs")}</Link>}
      </Empty>
    )
    : status === "" && isLimited
    ? (
      <Empty title={t("None of your jobs are published")}>
        <Link to="/jobs" search={{ status: "all" }}>{t("View all")}</Link>
      </Empty>
    )
    : status === ""
    ? (
      <Empty title={t("No published jobs")}>
        <p>{t("Candidates can apply to published jobs. Publish a draft from its board.")}</p>
        <Link to="/jobs" search={{ status: "draft" }}>{t("View drafts")}</Link>
      </Empty>
    )
    : status === "all"
    ? (
      <Empty title={t("No jobs yet")}>
        {mayWrite
          ? <p>{t("Create your first job with “New job”. It starts as a draft with the default stages.")}</p>
          : null}
      </Empty>
    )
    : <Empty title={status === "draft" ? t("No drafts") : t("No closed jobs")} />
  return (
    <Page
      title={t("Jobs")}
      actions={
        <>
          <Link to="/sources" className="button plain">{t("Sources")}</Link>
          {create}
        </>
      }
    >
      <div className="filters">
        <Tabs label={t("Job status")} tabs={statusesOfJobs} value={status} onChange={(status) => show({ status })} />
        <SearchField label={t("Search jobs")} value={q} onChange={(q) => show({ q })} />
      </div>
      <SavedViews />
      <ShowPages of={jobs} empty={empty}>
        {(items) => <ul className="list">{items.map((job) => <Row key={job.id} job={job} />)}</ul>}
      </ShowPages>
      {creating ? <CreateJob onClose={() => setCreating(false)} /> : null}
    </Page>
  )
}

const Row = ({ job }: { readonly job: JobOverview }) => {
  const { department, employment_type, id, location, new_applications, stages, status, team, title, waits_longest } =
    job
  const active = stages.reduce((sum, { active_applications }) => sum + active_applications, 0)
  return (
    <li className="job-row">
      <div className="list-main">
        <span className="job-title">
          <Link to="/jobs/$id" params={{ id }} className="row-link">{title}</Link>
          <ConfidentialMark of={job} />
          {status === "published" ? null : <Status of={status} />}
        </span>
        <span className="hint">
          {[department, location, employment_type === null ? null : spelled(employment_type)].filter((part) =>
            part !== null
          ).join(" · ") || t("No details yet")}
        </span>
      </div>
      <div className="job-numbers">
        <span>
          <Rich text="{count} active" values={{ count: <strong>{active}</strong> }} />
          {new_applications === 0
            ? null
            : <span className="hint">{" "}· {t("{count} new this week", { count: new_applications })}</span>}
        </span>
        <StageBar stages={stages} />
      </div>
      <div className="job-waits hint">
        {waits_longest === null ? null : (
          <>
            <Link to="/jobs/$id" params={{ id }} search={{ application: waits_longest.id }} className="row-inner">
              {waits_longest.candidate.full_name}
            </Link>
            <span>
              {t("waiting {time} in {stage}", {
                time: duration(secondsSince(waits_longest.entered_at)),
                stage: waits_longest.stage.name
              })}
            </span>
          </>
        )}
      </div>
      <Avatars people={team.map(({ role, ...member }) => ({ ...member, role: rolesInTeams.name(role) }))} />
    </li>
  )
}
