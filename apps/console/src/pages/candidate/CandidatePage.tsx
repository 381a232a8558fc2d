/** The page of a candidate: details, AI profile, applications, and the team's notes and files. */
import { Link } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import type { ApplicationListItem as Application, CandidateDetail as Candidate } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { saveJson } from "../../api/Files.ts"
import { type Loaded, useLoaded, useLoadedOf } from "../../api/useLoaded.ts"
import { type PagedList, usePaged } from "../../api/usePaged.ts"
import { DropFiles } from "../../file/DropFiles.tsx"
import { FileDialog } from "../../file/FileDialog.tsx"
import type { FileOwner } from "../../file/FileOwner.ts"
import { Files, type OpenedFile } from "../../file/Files.tsx"
import { useDroppedFiles } from "../../file/useDroppedFiles.ts"
import { Rich, t } from "../../language/text.tsx"
import { Above } from "../../parts/Above.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { More } from "../../parts/More.tsx"
import { Badge, Page, Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { ShowPages } from "../../parts/ShowPages.tsx"
import { spelled, Status } from "../../parts/Status.tsx"
import { Ago, Day } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { useCommands } from "../../shell/commands.ts"
import { type NoteOwner, Notes } from "../application/Notes.tsx"
import { CandidateDetails } from "./CandidateDetails.tsx"
import { EditCandidate } from "./EditCandidate.tsx"
import { EraseDialog } from "./EraseDialog.tsx"
import { ErasureRequest } from "./ErasureRequest.tsx"
import { Duplicates, Merges } from "./Merges.tsx"
import { Profile } from "./Profile.tsx"

const MergeDialog = lazy(() => import("./MergeDialog.tsx").then(({ MergeDialog }) => ({ default: MergeDialog })))
const Suggestions = lazy(() => import("./Suggestions.tsx"))

const Back = () => <Above to="/candidates">{t("Candidates")}</Above>

export const CandidatePage = ({ id }: { readonly id: string }) => {
  const loaded = useLoaded(["candidate", id], async (signal) => (await candor.candidates.get(id, { signal })).candidate)
  const { value: candidate } = loaded
  if (candidate === undefined)
    return <Page title={t("Candidate")} above={<Back />}>
      <Show of={loaded}>{() => null}</Show>
    </Page>
  // The address may name a candidate that was merged into this one.
  return (
    <OneCandidate
      key={candidate.id}
      candidate={candidate}
      loaded={loaded}
      onChange={(changed) => loaded.replace(() => changed)}
    />
  )
}

type Open =
  | { readonly is: "edit" }
  | { readonly is: "file"; readonly opened: OpenedFile }
  | { readonly is: "merge"; readonly other?: Candidate }
  | { readonly is: "erase"; readonly how: "anonymise" | "delete" }

interface Props {
  readonly candidate: Candidate
  readonly loaded: Loaded<Candidate>
  readonly onChange: (candidate: Candidate) => void
}

const OneCandidate = ({ candidate, loaded, onChange }: Props) => {
  const { id } = candidate
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const mayWrite = useMay("write")
  const profiles = useLoaded(
    ["ai_profile", id],
    async (signal) => (await candor.aiProfiles.list(id, { signal })).ai_profiles
  )
  const applications = usePaged(
    ["application", "of", id],
    (query, signal) => candor.candidates.applications(id, query, { signal }),
    (answer) => answer.applications
  )
  const isKnown = candidate.anonymised_at === null
  const asksErasure = candidate.erasure_request !== null && candidate.erasure_request.declined_at === null
  const owners: readonly [FileOwner, ...ReadonlyArray<FileOwner>] = [
    { id, operations: candor.candidateAttachments },
    ...ownersOf(applications.value?.items ?? [], candor.attachments)
  ]
  const drop = useDroppedFiles(owners)
  const save = useAction(async () =>
    saveJson(`${candidate.full_name}.json`, JSON.stringify(await candor.candidates.export(id), null, 2))
  )
  const ask = useAction(async () => onChange((await candor.candidates.requestErasure(id)).candidate))
  const merge = (other?: Candidate) => setOpen(other === undefined ? { is: "merge" } : { is: "merge", other })
  const actions: ReadonlyArray<readonly [name: string, run: () => void]> = [
    ...(mayWrite && isKnown ? [[t("Merge with another record…"), () => merge()] as const] : []),
    [t("Export all as JSON"), () => void save.run()],
    ...(mayWrite && isKnown && !asksErasure ? [[t("Record deletion request"), () => void ask.run()] as const] : []),
    ...(mayWrite && isKnown ? [[t("Anonymize…"), () => setOpen({ is: "erase", how: "anonymise" })] as const] : []),
    ...(mayWrite ? [[t("Delete…"), () => setOpen({ is: "erase", how: "delete" })] as const] : [])
  ]
  useCommands([
    ...(mayWrite && isKnown
      ? [{ name: t("Edit candidate"), icon: "candidates", run: () => setOpen({ is: "edit" }) } as const]
      : []),
    ...actions.map(([name, run]) => ({ name, icon: "more", run } as const))
  ])
  return (
    <Page
      title={candidate.full_name}
      above={<Back />}
      lead={
        <>
          <Rich text="Added {day}" values={{ day: <Day at={candidate.created_at} /> }} />
          {isKnown ? null : (
            <>
              {" "}
              <Badge>{t("Anonymized")}</Badge>
            </>
          )}
        </>
      }
      actions={
        <>
          {mayWrite && isKnown ? <Button onClick={() => setOpen({ is: "edit" })}>{t("Edit")}</Button> : null}
          <More label={t("More actions")} actions={actions} />
        </>
      }
    >
      {loaded.error === undefined ? null : <Show of={loaded}>{() => null}</Show>}
      <Problem text={save.error ?? ask.error} />
      <DropFiles
        label={t("Drop to add to {name}'s files", { name: candidate.full_name })}
        onFiles={mayWrite && isKnown ? drop : undefined}
      >
        <div className="two-columns">
          <div>
            <Applications of={applications} />
            {isKnown ? <NotesOnCandidate id={id} applications={applications.value?.items ?? []} /> : null}
          </div>
          <div>
            <ErasureRequest candidate={candidate} />
            <Part title={t("Candidate")}>
              <CandidateDetails candidate={candidate} />
              <ul className="tags" aria-label={t("Tags")}>{candidate.tags.map((tag) => <li key={tag}>{tag}</li>)}</ul>
            </Part>
            {isKnown ? <Duplicates of={candidate} {...(mayWrite ? { onMerge: merge } : {})} /> : null}
            {isKnown
              ? (
                <Suspense>
                  <Suggestions candidate={candidate} />
                </Suspense>
              )
              : null}
            <Profile
              candidateId={id}
              linkedinUrl={isKnown ? candidate.linkedin_url : null}
              profiles={profiles.value ?? []}
              onChange={profiles.reload}
            />
            {isKnown
              ? <Files owners={owners} opened={undefined} onOpen={(opened) => setOpen({ is: "file", opened })} />
              : null}
            {isKnown ? <Merges into={id} /> : null}
          </div>
        </div>
      </DropFiles>
      {open?.is === "file" ? <FileDialog opened={open.opened} onClose={close} /> : null}
      {open?.is === "edit" ? <EditCandidate id={id} onClose={close} onChange={onChange} /> : null}
      <Suspense>
        {open?.is === "merge" ? <MergeDialog candidate={candidate} other={open.other} onClose={close} /> : null}
      </Suspense>
      {open?.is === "erase" ? <EraseDialog candidate={candidate} how={open.how} onClose={close} /> : null}
    </Page>
  )
}

const Applications = ({ of }: { readonly of: PagedList<Application> }) => (
  <Part title={t("Applications")}>
    <ShowPages of={of} empty={t("No applications yet")}>
      {(applications) => (
        <ul className="list">
          {applications.map((application) => (
            <li key={application.id}>
              <Link to="/applications/$id" params={{ id: application.id }} className="list-link">
                <span className="list-main">
                  <strong>{application.job.title}</strong>
                  <span className="hint">
                    {application.stage.name} · {spelled(application.source_type)} · <Ago at={application.created_at} />
                  </span>
                </span>
                <Status of={application.status} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </ShowPages>
  </Part>
)

/** The maximum number of applications, newest first, whose notes and files the page shows too. */
const maxApplications = 10

/** Makes these applications owners of notes or files, each labeled with its job. */
const ownersOf = <Operations extends unknown>(applications: ReadonlyArray<Application>, operations: Operations) =>
  applications.slice(0, maxApplications).map(({ id, job }) => ({
    id,
    operations,
    jobId: job.id,
    name: <Link to="/applications/$id" params={{ id }}>{job.title}</Link>
  }))

interface NotesProps {
  readonly id: string
  readonly applications: ReadonlyArray<Application>
}

/** The notes on a candidate and on its applications, the latter labeled with their job. */
const NotesOnCandidate = ({ applications, id }: NotesProps) => {
  const owner: NoteOwner = { id, operations: candor.candidateNotes }
  const owners: ReadonlyArray<NoteOwner> = [owner, ...ownersOf(applications, candor.notes)]
  const { reload, values } = useLoadedOf(
    "note",
    owners.map((one) => one.id),
    (owner, _, signal) =>
      owner === id ? candor.candidateNotes.list(id, { signal }) : candor.notes.list(owner, { signal })
  )
  const shown = owners.flatMap((owner, at) => values[at] === undefined ? [] : [{ owner, notes: values[at].notes }])
  return <Notes owner={owner} shown={shown} onChange={reload} />
}
