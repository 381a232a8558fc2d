/** The title of a job, by its id. */
import { Link } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"

/** Milliseconds for which a title is taken as it is: the rows of a list share it. */
const freshMillis = 60_000

export const JobTitle = ({ id, isLink = false }: { readonly id: string; readonly isLink?: boolean }) => {
  const { value: job } = useLoaded(["job", id], async (signal) => (await candor.jobs.get(id, { signal })).job, freshMillis)
  if (job === undefined) return null
  return isLink ? <Link to="/jobs/$id" params={{ id }}>{job.title}</Link> : <>{job.title}</>
}
