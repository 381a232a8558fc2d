/** Warns that the job of a submission is closed, so that the submission cannot become an application. */
import { Link } from "@tanstack/react-router"
import { queries } from "../../api/queries.ts"
import { asking } from "../../api/store.ts"
import { Rich, t } from "../../language/text.tsx"
import { loadJob, useJob } from "../job/JobTitle.tsx"

export const useIsClosed = (id: string): boolean => useJob(id)?.status === "closed"

/** Returns the ids of the closed jobs among these. */
export const closedAmong = async (ids: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
  const jobs = await Promise.all(
    [...ids].map((id) => {
      const queryKey = ["job", id]
      return queries.fetchQuery({ queryKey, queryFn: ({ signal }) => asking(queryKey, () => loadJob(id, signal)) })
    })
  )
  return new Set(jobs.filter(({ status }) => status === "closed").map(({ id }) => id))
}

/** Says that a submission cannot be released because its job is closed; else nothing. */
export const ClosedHint = ({ id }: { readonly id: string }) =>
  useIsClosed(id)
    ? (
      <span className="hint">
        <Rich
          text="This job is closed: {link} before you release the application."
          values={{ link: <Link to="/jobs/$id" params={{ id }} className="row-inner">{t("reopen it")}</Link> }}
        />
      </span>
    )
    : null
