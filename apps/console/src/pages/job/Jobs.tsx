/** The jobs of the organization. */
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { usePaged } from "../../api/usePaged.ts"
import { Button } from "../../parts/Action.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Page } from "../../parts/Page.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { Day } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { statusesOfJobs } from "../views.ts"
import CreateJob from "./CreateJob.tsx"

export const Jobs = () => {
  const { status = "" } = useSearch({ from: "/jobs" })
  const navigate = useNavigate({ from: "/jobs" })
  const [creating, setCreating] = useState(false)
  const mayWrite = useMay("write")
  const jobs = usePaged(["job", "all", status], (page, signal) => candor.jobs.list({ status: status || undefined, ...page }, { signal }), ({ jobs }) => jobs)
  return (
    <Page
      title="Jobs"
      lead="Open a job to see its applications by stage."
      actions={mayWrite ? <Button look="primary" onClick={() => setCreating(true)}><Icon name="plus" />New job</Button> : null}
    >
      <Tabs label="Status of the jobs" tabs={statusesOfJobs} value={status} onChange={(status) => navigate({ search: { status: status || undefined }, replace: true, resetScroll: false })} />
      <ShowPages of={jobs} empty={status === "" ? "There are no jobs yet." : "No job has this status."}>
        {(items) => (
          <ul className="list">
            {items.map(({ created_at, department, employment_type, id, location, stages, status, title }) => (
              <li key={id}>
                <Link to="/jobs/$id" params={{ id }} className="list-link">
                  <span className="list-main">
                    <strong>{title}</strong>
                    <span className="hint">{[department, location, employment_type === null ? null : spelled(employment_type)].filter((part) => part !== null).join(" · ") || "No details yet"}</span>
                  </span>
                  <span className="list-side">
                    <span className="hint">{stages.length} stages, since <Day at={created_at} /></span>
                    <Status of={status} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </ShowPages>
      {creating ? <CreateJob onClose={() => setCreating(false)} /> : null}
    </Page>
  )
}
