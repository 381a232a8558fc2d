/** A prospect in a list: shortlist, track the conversation, and convert. */
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { Prospect } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, t } from "../../language/text.tsx"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, TextField } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Empty, Show } from "../../parts/Page.tsx"
import { Status } from "../../parts/Status.tsx"
import { useMay } from "../../session/CurrentSession.tsx"

interface RowProps {
  readonly prospect: Prospect
  readonly onChange: (prospect: Prospect) => void
  /** The search of the prospect, if a list shows prospects of several searches. */
  readonly search?: { readonly id: string; readonly name: string }
}

/** The stages that a person can set; converting has a button of its own. */
const stages = choicesOf<Exclude<Prospect["pipeline_stage"], "converted">>({
  not_contacted: msg("Not contacted"),
  contacted: msg("Contacted"),
  replied: msg("Replied"),
  interested: msg("Interested"),
  not_interested: msg("Not interested")
})

/** Returns the possible next stages: a reply requires contact first. */
const following = ({ pipeline_stage }: Prospect) =>
  pipeline_stage === "not_contacted" ? stages.options.slice(0, 2) : stages.options

export const ProspectRow = ({ onChange, prospect, search }: RowProps) => {
  const {
    application_id,
    current_company,
    current_title,
    email,
    full_name,
    id,
    linkedin_url,
    location,
    pipeline_stage,
    status,
    summary
  } = prospect
  const mayWrite = useMay("write")
  const [converting, setConverting] = useState(false)
  const isShortlisted = status === "shortlisted"
  const shortlist = useAction(async () => {
    const answer = await (isShortlisted ? candor.prospects.unshortlist(id) : candor.prospects.shortlist(id))
    onChange(answer.prospect)
  })
  const stage = useAction(async (value: string) => {
    const requested = stages.of(value)
    if (requested !== undefined) onChange((await candor.prospects.update(id, { pipeline_stage: requested })).prospect)
  })
  return (
    <li className="list-item">
      <div className="list-main">
        <span>
          <strong>{full_name}</strong> {isShortlisted ? <Status of="shortlisted" /> : null}
        </span>
        <span>{[current_title, current_company].filter((part) => part !== null).join(", ")}</span>
        <span className="hint">
          {[location, email].filter((part) => part !== null).join(" · ")}
          {linkedin_url === null ? null : (
            <>
              {" "}
              <a
                href={linkedin_url}
                target="_blank"
                rel="noreferrer noopener"
                aria-label={t("LinkedIn of {name}", { name: full_name })}
              >
                LinkedIn
              </a>
            </>
          )}
        </span>
        {search === undefined ? null : (
          <span className="hint">
            {t("From")} <Link to="/sourcing/$id" params={{ id: search.id }}>{search.name}</Link>
          </span>
        )}
        {summary === null ? null : <span className="hint">{summary}</span>}
        <Problem text={shortlist.error ?? stage.error} />
      </div>
      <div className="list-side">
        {application_id === null
          ? mayWrite
            ? (
              <>
                <select
                  className="input fit"
                  aria-label={t("Conversation with {name}", { name: full_name })}
                  value={pipeline_stage}
                  onChange={({ target }) => stage.run(target.value)}
                >
                  {following(prospect).map(([one, name]) => <option key={one} value={one}>{name}</option>)}
                </select>
                <Button
                  aria-pressed={isShortlisted}
                  aria-label={isShortlisted
                    ? t("Remove from shortlist: {name}", { name: full_name })
                    : t("Shortlist: {name}", { name: full_name })}
                  pending={shortlist.pending}
                  onClick={() => shortlist.run()}
                >
                  {isShortlisted ? t("Remove from shortlist") : t("Shortlist")}
                </Button>
                {pipeline_stage === "not_interested"
                  ? null
                  : (
                    <Button
                      look="quiet"
                      aria-label={t("Add to job: {name}", { name: full_name })}
                      onClick={() => setConverting(true)}
                    >
                      {t("Add to job")}
                    </Button>
                  )}
              </>
            )
            : <Status of={pipeline_stage} />
          : (
            <>
              <Status of="converted" />
              <Link
                to="/applications/$id"
                params={{ id: application_id }}
                aria-label={t("Application of {name}", { name: full_name })}
              >
                {t("Application")}
              </Link>
            </>
          )}
      </div>
      {converting ? <Convert prospect={prospect} onClose={() => setConverting(false)} onChange={onChange} /> : null}
    </li>
  )
}

/** The maximum number of published jobs to choose from. */
const maxJobs = 100

const Convert = ({ onChange, onClose, prospect }: RowProps & { readonly onClose: () => void }) => {
  const tell = useNotice()
  const jobs = useLoaded(
    ["job", "published"],
    (signal) => candor.jobs.list({ status: "published", limit: maxJobs }, { signal })
  )
  const action = useAction(async (form: FormData) => {
    const address = textOf(form, "email")
    if (address !== "" && address !== prospect.email) await candor.prospects.update(prospect.id, { email: address })
    const answer = await candor.prospects.convert(prospect.id, { job_id: textOf(form, "job_id") })
    onChange(answer.prospect)
    onClose()
    tell(t("{name} was added to the job.", { name: prospect.full_name }))
  })
  return (
    <Dialog title={t("Add {name} to a job", { name: prospect.full_name })} onClose={onClose}>
      <Show of={jobs}>
        {({ jobs, pagination: { has_more } }) =>
          jobs.length === 0 ?
            <Empty title={t("No published jobs. Publish a job first.")} /> :
            (
              <Form action={action} submit={t("Add to job")}>
                <p>{t("Creates a candidate with an application for the job.")}</p>
                <Select
                  label={t("Job")}
                  name="job_id"
                  required
                  autoFocus
                  options={jobs.map(({ id, title }) => [id, title])}
                  {...(has_more ? { hint: t("Shows the {maxJobs} newest published jobs.", { maxJobs }) } : {})}
                />
                <TextField
                  label={t("Email address")}
                  name="email"
                  inputMode="email"
                  required
                  defaultValue={prospect.email ?? ""}
                />
              </Form>
            )}
      </Show>
    </Dialog>
  )
}
