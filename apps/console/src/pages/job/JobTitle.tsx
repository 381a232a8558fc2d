/** The title of a job by id, for pages that show one of its parts. */
import type { JobDetail } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Above } from "../../parts/Above.tsx"

/** Milliseconds for which a job is fresh: the rows of a list share it, and the feed reports its changes. */
const freshMillis = 60_000

export const loadJob = async (id: string, signal: AbortSignal): Promise<JobDetail> =>
  (await candor.jobs.get(id, { signal })).job

/** Returns a job; undefined until it is loaded, and if the person may not see it. */
export const useJob = (id: string): JobDetail | undefined =>
  useLoaded(["job", id], (signal) => loadJob(id, signal), freshMillis).value

interface OfJob {
  readonly id: string
}

export const JobTitle = ({ id, isLink = false }: OfJob & { readonly isLink?: boolean }) => {
  const job = useJob(id)
  if (job === undefined) return null
  return isLink ? <Link to="/jobs/$id" params={{ id }}>{job.title}</Link> : <>{job.title}</>
}

/** A link back to the list of jobs, above the title of a page. */
export const BackToJobs = () => <Above to="/jobs">{t("Jobs")}</Above>

/** A link back to a job; to the list of jobs if the person may not see it. */
export const BackToJob = ({ id }: OfJob) => {
  const job = useJob(id)
  return job === undefined ? <BackToJobs /> : <Above to="/jobs/$id" params={{ id }}>{job.title}</Above>
}
