/** The content of an empty board: the link to share if candidates see the job, and a button to add an applicant. */
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import type { Job } from "./loadBoard.ts"
import { ShareLink } from "./Posting.tsx"

interface Props {
  readonly job: Job
  /** Undefined if the person may not add applicants. */
  readonly onAdd: (() => void) | undefined
}

export const NoApplicants = ({ job, onAdd }: Props) => (
  <div className="no-applicants">
    <p>
      <strong>{t("No applicants yet")}</strong>{" "}
      <span className="hint">
        {job.status === "published"
          ? t("Applications from your careers site appear here right away.")
          : job.status === "draft"
          ? t("Candidates can apply once the job is published. You can already add people who contacted you.")
          : t("This job is closed, so no one can apply.")}
      </span>
    </p>
    <span className="row">
      <ShareLink job={job} />
      {onAdd === undefined || job.status === "closed"
        ? null
        : <Button onClick={onAdd}>{t("Add the first applicant")}</Button>}
    </span>
  </div>
)
