/** One candidate: what is known, the profile by AI, the applications, and what the team has noted and filed. */
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { ApplicationListItem as Application, CandidateDetail as Candidate } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { usePaged } from "../../api/usePaged.ts"
import { Button, Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { Above } from "../../parts/Above.tsx"
import { Badge, Page, Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { Ago, Day } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { Files } from "../application/Files.tsx"
import { type NoteOwner, Notes } from "../application/Notes.tsx"
import { TypeOfStage } from "../job/stageTypes.tsx"
import { CandidateDetails, texts } from "./CandidateDetails.tsx"
import { ContactFields, givenOf } from "./ContactFields.tsx"
import { Profile } from "./Profile.tsx"

const above = <Above to="/candidates">Candidates</Above>

export const CandidatePage = ({ id }: { readonly id: string }) => {
  const [editing, setEditing] = useState(false)
  const mayWrite = useMay("write")
  const loaded = useLoaded(["candidate", id], async (signal) => (await candor.candidates.get(id, { signal })).candidate)
  const profiles = useLoaded(["ai_profile", id], async (signal) => (await candor.aiProfiles.list(id, { signal })).ai_profiles)
  const applications = usePaged(
    ["application", "of", id],
    (query, signal) => candor.candidates.applications(id, query, { signal }),
    (answer) => answer.applications
  )
  const { value: candidate } = loaded
  if (candidate === undefined) return <Page title="Candidate" above={above}><Show of={loaded}>{() => null}</Show></Page>
  const isKnown = candidate.anonymised_at === null
  return (
    <Page
      title={candidate.full_name}
      above={above}
      lead={<>Since <Day at={candidate.created_at} />{candidate.anonymised_at === null ? null : <> <Badge>Anonymised</Badge></>}</>}
      actions={mayWrite && isKnown ? <Button onClick={() => setEditing(true)}>Edit</Button> : null}
    >
      <div className="two-columns">
        <div>
          <Part title="Applications">
            <ShowPages of={applications} empty="There are no applications.">
              {(applications) => (
                <ul className="list">
                  {applications.map((application) => (
                    <li key={application.id}>
                      <Link to="/applications/$id" params={{ id: application.id }} className="list-link">
                        <span className="list-main">
                          <strong>{application.job.title}</strong>
                          <span className="hint">{application.stage.name} (<TypeOfStage of={application.stage} />) · {spelled(application.source_type)} · <Ago at={application.created_at} /></span>
                        </span>
                        <Status of={application.status} />
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </ShowPages>
          </Part>
          {isKnown ? <NotesOnCandidate id={id} applications={applications.value?.items ?? []} /> : null}
        </div>
        <div>
          <Part title="Candidate">
            <CandidateDetails candidate={candidate} />
            <ul className="tags" aria-label="Tags">{candidate.tags.map((tag) => <li key={tag}>{tag}</li>)}</ul>
          </Part>
          <Profile candidateId={id} linkedinUrl={isKnown ? candidate.linkedin_url : null} profiles={profiles.value ?? []} onChange={profiles.reload} />
          {isKnown ? <Files id={id} operations={candor.candidateAttachments} /> : null}
        </div>
      </div>
      {editing
        ? <EditCandidate candidate={candidate} onClose={() => setEditing(false)} onChange={(changed) => loaded.replace(() => changed)} />
        : null}
    </Page>
  )
}

/** The newest applications whose notes the page shows too. */
const maxApplications = 10

interface NotesProps {
  readonly id: string
  readonly applications: ReadonlyArray<Application>
}

/** The notes on a candidate, with those on its applications, each of which names its job. */
const NotesOnCandidate = ({ applications, id }: NotesProps) => {
  const owner: NoteOwner = { id, operations: candor.candidateNotes }
  const newest = applications.slice(0, maxApplications)
  const { reload, value = [] } = useLoaded(["note", id, newest.map((one) => one.id).join()], (signal) =>
    Promise.all([
      candor.candidateNotes.list(id, { signal }),
      ...newest.map((application) => candor.notes.list(application.id, { signal }))
    ]))
  const owners: ReadonlyArray<NoteOwner> = [
    owner,
    ...newest.map((application): NoteOwner => ({
      id: application.id,
      operations: candor.notes,
      name: <Link to="/applications/$id" params={{ id: application.id }}>{application.job.title}</Link>
    }))
  ]
  const shown = value.flatMap(({ notes }, at) => owners[at] === undefined ? [] : [{ owner: owners[at], notes }])
  return <Notes owner={owner} shown={shown} onChange={reload} />
}

interface EditProps {
  readonly candidate: Candidate
  readonly onClose: () => void
  readonly onChange: (candidate: Candidate) => void
}

const EditCandidate = ({ candidate, onChange, onClose }: EditProps) => {
  const [emails, setEmails] = useState(candidate.email_addresses.map(({ address, kind }) => ({ value: address, kind })))
  const [phones, setPhones] = useState(candidate.phone_numbers.map(({ kind, number }) => ({ value: number, kind })))
  const action = useAction(async (form: FormData) => {
    const answer = await candor.candidates.update(candidate.id, {
      full_name: textOf(form, "full_name"),
      email_addresses: givenOf(emails).map(({ kind, value }) => ({ address: value, kind })),
      phone_numbers: givenOf(phones).map(({ kind, value }) => ({ number: value, kind })),
      linkedin_url: textOf(form, "linkedin_url") || null,
      ...Object.fromEntries(texts.map(([, name]) => [name, textOf(form, name) || null])),
      tags: textOf(form, "tags").split(",").map((tag) => tag.trim()).filter((tag) => tag !== "")
    })
    onChange(answer.candidate)
    onClose()
  })
  return (
    <Dialog title="Edit candidate" onClose={onClose}>
      <Form action={action} submit="Save">
        <TextField label="Full name" name="full_name" required defaultValue={candidate.full_name} />
        <ContactFields
          legend="E-mail addresses"
          one="e-mail address"
          kinds={["personal", "work", "school", "other"]}
          inputMode="email"
          contacts={emails}
          onChange={setEmails}
        />
        <ContactFields
          legend="Phone numbers"
          one="phone number"
          kinds={["mobile", "home", "work", "other"]}
          inputMode="tel"
          contacts={phones}
          onChange={setPhones}
        />
        <TextField label="LinkedIn" name="linkedin_url" inputMode="url" defaultValue={candidate.linkedin_url ?? ""} hint="A new address has a new profile made." />
        {texts.map(([label, name]) => <TextField key={name} label={label} name={name} defaultValue={candidate[name] ?? ""} />)}
        <TextField label="Tags" name="tags" defaultValue={candidate.tags.join(", ")} hint="Separated by commas." />
      </Form>
    </Dialog>
  )
}
