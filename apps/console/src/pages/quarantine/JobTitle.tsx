/** The job of a submission, by its id: its title, and whether applications can be made for it. */
import type { JobDetail } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { queries } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { Rich, t } from "../../language/text.tsx"
import { Above } from "../../parts/Above.tsx"

/** Milliseconds for which a job is taken as it is: the rows of a list share it, and the feed tells its changes. */
const freshMillis = 60_000

const load = async (id: string, signal: AbortSignal): Promise<JobDetail> => (await candor.jobs.get(id, { signal })).job

const useJob = (id: string): JobDetail | undefined => useLoaded(["job", id], (signal) => load(id, signal), freshMillis).value

/** Whether no application can be made for a job. */
export const useIsClosed = (id: string): boolean => useJob(id)?.status === "closed"

/** Those of these jobs for which no application can be made. */
export const closedAmong = async (ids: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
  const jobs = await Promise.all([...ids].map((id) => queries.fetchQuery({ queryKey: ["job", id], queryFn: ({ signal }) => load(id, signal) })))
  return new Set(jobs.filter(({ status }) => status === "closed").map(({ id }) => id))
}

interface OfJob {
  readonly id: string
}

export const JobTitle = ({ id, isLink = false }: OfJob & { readonly isLink?: boolean }) => {
  const job = useJob(id)
  if (job === undefined) return null
  return isLink ? <Link to="/jobs/$id" params={{ id }}>{job.title}</Link> : <>{job.title}</>
}

/** Leads to the page of a job, or to all where the person does not see it. */
export const AboveJob = ({ id }: OfJob) => {
  const job = useJob(id)
  return job === undefined ? <Above to="/jobs">{t("Jobs")}</Above> : <Above to="/jobs/$id" params={{ id }}>{job.title}</Above>
}

/** Says what keeps a submission from being released; nothing where the job is open. */
export const ClosedHint = ({ id }: OfJob) =>
  useIsClosed(id)
    ? <span className="hint"><Rich text="The job is closed: {link} before a release." values={{ link: <Link to="/jobs/$id" params={{ id }} className="row-inner">{t("reopen it")}</Link> }} /></span>
    : null
