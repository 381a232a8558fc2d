/** The prospects of one search: added, shortlisted, followed through the conversation, and converted. */
import { useState } from "react"
import type { Prospect } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, TextArea, TextField } from "../../parts/Fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Empty, Page, Show } from "../../parts/Page.tsx"
import { Status } from "../../parts/Status.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { Link } from "../../router/Router.tsx"
import { useMay } from "../../session/CurrentSession.tsx"

const above = <Link to="/sourcing" className="above"><Icon name="back" />Sourcing</Link>

const views = [["", "All"], ["shortlisted", "Shortlist"]] as const

export const SearchPage = ({ id }: { readonly id: string }) => {
  const [status, setStatus] = useState<(typeof views)[number][0]>("")
  const [adding, setAdding] = useState(false)
  const mayWrite = useMay("write")
  const search = useLoaded(`search ${id}`, async (signal) => (await candor.sourcingSearches.get(id, { signal })).search)
  const prospects = useLoaded(`prospects ${id} ${status}`, async (signal) =>
    (await candor.prospects.list(id, { status: status || undefined }, { signal })).prospects)
  const replace = (changed: Prospect) => prospects.replace((all) => all.map((one) => one.id === changed.id ? changed : one))
  return (
    <Page
      title={search.value?.name ?? "Search"}
      above={above}
      lead={search.value?.query}
      actions={mayWrite ? <Button look="primary" onClick={() => setAdding(true)}><Icon name="plus" />Add prospect</Button> : null}
    >
      <Tabs label="Prospects that are shown" tabs={views} value={status} onChange={setStatus} />
      <Show of={prospects}>
        {(prospects) =>
          prospects.length === 0
            ? <Empty title={status === "" ? "There are no prospects yet." : "Nobody is on the shortlist."} />
            : <ul className="list">{prospects.map((prospect) => <Row key={prospect.id} prospect={prospect} onChange={replace} />)}</ul>}
      </Show>
      {adding ? <AddProspect id={id} onClose={() => setAdding(false)} onAdded={prospects.reload} /> : null}
    </Page>
  )
}

interface RowProps {
  readonly prospect: Prospect
  readonly onChange: (prospect: Prospect) => void
}

/** The stages that a person sets; converting has a button of its own. */
const stages = choicesOf<Exclude<Prospect["pipeline_stage"], "converted">>({
  not_contacted: "Not contacted",
  contacted: "Contacted",
  replied: "Replied",
  interested: "Interested",
  not_interested: "Not interested"
})

const Row = ({ onChange, prospect }: RowProps) => {
  const { application_id, current_company, current_title, email, full_name, id, linkedin_url, location, pipeline_stage, status, summary } = prospect
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
        <span><strong>{full_name}</strong> {isShortlisted ? <Status of="shortlisted" /> : null}</span>
        <span>{[current_title, current_company].filter((part) => part !== null).join(", ")}</span>
        <span className="hint">
          {[location, email].filter((part) => part !== null).join(" · ")}
          {linkedin_url === null ? null : <>{" "}<a href={linkedin_url} target="_blank" rel="noreferrer noopener" aria-label={`LinkedIn of ${full_name}`}>LinkedIn</a></>}
        </span>
        {summary === null ? null : <span className="hint">{summary}</span>}
        <Problem text={shortlist.error ?? stage.error} />
      </div>
      <div className="list-side">
        {application_id === null
          ? mayWrite
            ? (
              <>
                <select className="input fit" aria-label={`Conversation with ${full_name}`} value={pipeline_stage} onChange={({ target }) => stage.run(target.value)}>
                  {stages.options.map(([one, name]) => <option key={one} value={one}>{name}</option>)}
                </select>
                <Button aria-pressed={isShortlisted} aria-label={`${isShortlisted ? "Take off the shortlist" : "Shortlist"}: ${full_name}`} pending={shortlist.pending} onClick={() => shortlist.run()}>
                  {isShortlisted ? "Take off" : "Shortlist"}
                </Button>
                <Button look="quiet" aria-label={`Convert ${full_name}`} onClick={() => setConverting(true)}>Convert</Button>
              </>
            )
            : <Status of={pipeline_stage} />
          : <><Status of="converted" /><Link to={`/applications/${application_id}`} aria-label={`Application of ${full_name}`}>Application</Link></>}
      </div>
      {converting ? <Convert prospect={prospect} onClose={() => setConverting(false)} onChange={onChange} /> : null}
    </li>
  )
}

/** Published jobs among which one is chosen. */
const maxJobs = 100

const Convert = ({ onChange, onClose, prospect }: RowProps & { readonly onClose: () => void }) => {
  const tell = useNotice()
  const jobs = useLoaded("jobs to convert for", (signal) => candor.jobs.list({ status: "published", limit: maxJobs }, { signal }))
  const action = useAction(async (form: FormData) => {
    const address = textOf(form, "email")
    if (address !== "" && address !== prospect.email) await candor.prospects.update(prospect.id, { email: address })
    const answer = await candor.prospects.convert(prospect.id, { job_id: textOf(form, "job_id") })
    onChange(answer.prospect)
    onClose()
    tell(`${prospect.full_name} has an application now.`)
  })
  return (
    <Dialog title={`Convert ${prospect.full_name}`} onClose={onClose}>
      <Show of={jobs}>
        {({ jobs, pagination: { has_more } }) => (
          <Form action={action} submit="Make an applicant" onCancel={onClose}>
            <p>The prospect becomes a candidate with an application on the job.</p>
            <Select label="Job" name="job_id" required autoFocus options={jobs.map(({ id, title }) => [id, title])} {...(has_more ? { hint: `The newest ${maxJobs} that are published.` } : {})} />
            <TextField label="E-mail address" name="email" inputMode="email" required defaultValue={prospect.email ?? ""} />
          </Form>
        )}
      </Show>
    </Dialog>
  )
}

const AddProspect = ({ id, onAdded, onClose }: { readonly id: string; readonly onClose: () => void; readonly onAdded: () => void }) => {
  const action = useAction(async (form: FormData) => {
    await candor.prospects.discover(id, {
      prospects: [{
        full_name: textOf(form, "full_name"),
        current_title: textOf(form, "current_title") || null,
        current_company: textOf(form, "current_company") || null,
        email: textOf(form, "email") || null,
        linkedin_url: textOf(form, "linkedin_url") || null,
        summary: textOf(form, "summary") || null
      }]
    })
    onAdded()
    onClose()
  })
  return (
    <Dialog title="Add a prospect" onClose={onClose}>
      <Form action={action} submit="Add" onCancel={onClose}>
        <TextField label="Full name" name="full_name" required />
        <TextField label="Title" name="current_title" />
        <TextField label="Company" name="current_company" />
        <TextField label="E-mail address" name="email" inputMode="email" />
        <TextField label="LinkedIn" name="linkedin_url" inputMode="url" placeholder="https://www.linkedin.com/in/…" />
        <TextArea label="Why this person?" name="summary" />
      </Form>
    </Dialog>
  )
}
