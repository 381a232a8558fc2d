/** Shows whether and where candidates see a job on the careers site, and what Google for Jobs misses. */
import type { PostingStatus } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { candor } from "../../api/Client.ts"
import { feedStaleTime } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { type Marked, msg, t } from "../../language/text.tsx"
import { CopyLink } from "../../parts/CopyLink.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Badge, Show } from "../../parts/Page.tsx"
import { PageFrame } from "../../parts/PageFrame.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { type Careers, useCareers } from "../careers/careers.ts"
import { missedByGoogle } from "./googleProblems.ts"
import { hiddenBy } from "./hiddenBy.ts"
import { type Job, postingKey } from "./loadBoard.ts"

const usePosting = (job: Job, careers: Careers) =>
  useLoaded(
    postingKey(job, careers),
    async (signal) => (await candor.jobs.posting(job.id, { signal })).posting,
    feedStaleTime
  )

interface Props {
  readonly job: Job
  readonly onOpen: () => void
}

/** The link to the job's page, or a text that candidates do not see it; with a button for details. */
export const PostingLine = ({ job, onOpen }: Props) => {
  const { value: careers } = useCareers()
  return (
    <>
      {careers === undefined ? null : <Seen job={job} careers={careers} />}
      <button type="button" className="link" onClick={onOpen}>{t("Check posting")}</button>
    </>
  )
}

/** A button that copies the link to the job's page; not shown if candidates do not see it. */
export const ShareLink = ({ job }: Pick<Props, "job">) => {
  const { value: careers } = useCareers()
  return careers === undefined ? null : <Shared job={job} careers={careers} />
}

const Shared = ({ careers, job }: Pick<Props, "job"> & { readonly careers: Careers }) => {
  const { value: posting } = usePosting(job, careers)
  return posting === undefined || !posting.is_seen || posting.path === null
    ? null
    : <CopyLink address={location.origin + posting.path} label={t("Share link")} />
}

const Seen = ({ careers, job }: Pick<Props, "job"> & { readonly careers: Careers }) => {
  const { value: posting } = usePosting(job, careers)
  if (posting === undefined) return null
  if (posting.is_seen && posting.path !== null) return <PageLink path={posting.path}>{t("View posting")}</PageLink>
  return job.status === "published" ? <Badge tone="warning">{t("Hidden from candidates")}</Badge> : null
}

const PageLink = ({ children, path }: { readonly path: string; readonly children: string }) => (
  <a href={path} target="_blank" rel="noreferrer">{children}</a>
)

interface DialogProps {
  readonly job: Job
  readonly onClose: () => void
  /** Opens the job's editor at a field. */
  readonly onEdit: (field: string) => void
  /** Opens the editor of its application form, which the preview shows. */
  readonly onForm: () => void
}

export const PostingDialog = ({ job, onClose, onEdit, onForm }: DialogProps) => {
  const careers = useCareers()
  return (
    <Dialog title={t("Job posting")} onClose={onClose}>
      <Show of={careers}>{(careers) => <Status job={job} careers={careers} onEdit={onEdit} onForm={onForm} />}</Show>
    </Dialog>
  )
}

const Status = ({ careers, job, onEdit, onForm }: Omit<DialogProps, "onClose"> & { readonly careers: Careers }) => {
  const posting = usePosting(job, careers)
  const mayWrite = useMay("write")
  return (
    <Show of={posting}>
      {({ google_problems, is_seen, path }) => (
        <div className="form">
          {is_seen && path !== null
            ? (
              <div className="row">
                <span translate="no">
                  <PageLink path={path}>{location.origin + path}</PageLink>
                </span>{" "}
                <CopyLink address={location.origin + path} /> <Badge tone="good">{t("Live")}</Badge>
              </div>
            )
            : (
              <>
                <p>
                  <Badge tone="warning">{t("Hidden from candidates")}</Badge>
                </p>
                <Hidden job={job} careers={careers} onEdit={onEdit} />
              </>
            )}
          <MissedByGoogle problems={google_problems} onEdit={onEdit} />
          {mayWrite
            ? (
              <p>
                <button type="button" className="link" onClick={onForm}>{t("Edit application form")}</button>
              </p>
            )
            : null}
          <JobPreview job={job} careers={careers} />
        </div>
      )}
    </Show>
  )
}

/** The reasons why candidates do not see the job, each with its remedy. */
const Hidden = ({ careers, job, onEdit }: Pick<DialogProps, "job" | "onEdit"> & { readonly careers: Careers }) => {
  const isAdmin = useMay("admin")
  const mayWrite = useMay("write")
  return (
    <ul className="sent">
      {hiddenBy(job, careers, Date.now()).map(({ field, isOffline, text }) => (
        <li key={text.english}>
          {field === undefined || !mayWrite
            ? t(text)
            : <button type="button" className="link" onClick={() => onEdit(field)}>{t(text)}</button>}
          {isOffline === true
            ? (
              <>
                {" "}
                {isAdmin ? <Link to="/careers-site">{t("Publish it")}</Link> : t("An administrator can publish it.")}
              </>
            )
            : null}
        </li>
      ))}
    </ul>
  )
}

/** A preview of the job's page. */
const JobPreview = ({ careers, job }: Pick<Props, "job"> & { readonly careers: Careers }) => {
  const { value } = useLoaded(
    ["job", job.id, "preview", job.updated_at, careers.updated_at],
    async (signal) => (await candor.jobs.previewPosting(job.id, { signal })).preview
  )
  return <PageFrame html={value?.html} title={t("The job posting as candidates see it")} />
}

interface ProblemsProps {
  readonly problems: PostingStatus["google_problems"]
  readonly onEdit: (field: string) => void
}

const MissedByGoogle = ({ onEdit, problems }: ProblemsProps) => {
  if (problems.length === 0) return <p>{t("This job has everything Google needs.")}</p>
  return (
    <div className="stack">
      <Missed
        title={msg("Google won't show this job because:")}
        problems={problems.filter(({ hides }) => hides)}
        onEdit={onEdit}
      />
      <Missed
        title={msg("Google shows less detail for this job because:")}
        problems={problems.filter(({ hides }) => !hides)}
        onEdit={onEdit}
      />
    </div>
  )
}

/** The missing fields, each with a link to it. */
const Missed = ({ onEdit, problems, title }: ProblemsProps & { readonly title: Marked }) => {
  const mayWrite = useMay("write")
  return problems.length === 0 ? null : (
    <section>
      <h3>{t(title)}</h3>
      <ul className="sent">
        {problems.map(({ field, message }) => (
          <li key={message}>
            {mayWrite
              ? <button type="button" className="link" onClick={() => onEdit(field)}>{missedByGoogle(message)}</button>
              : missedByGoogle(message)}
          </li>
        ))}
      </ul>
    </section>
  )
}
