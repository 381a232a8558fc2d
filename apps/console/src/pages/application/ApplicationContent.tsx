/**
 * All of an application: what can be done with it, the papers, and what the team thinks. In a wide place the papers stand beside the
 * rest, with the résumé open; in a narrow one, such as a panel, a file opens in the order of the page.
 */
import { useEffect, useRef, useState } from "react"
import { candor } from "../../api/Client.ts"
import { brought, told } from "../../api/queries.ts"
import { type LoadedValue, useLoaded } from "../../api/useLoaded.ts"
import { DropFiles } from "../../file/DropFiles.tsx"
import type { FileOwner } from "../../file/FileOwner.ts"
import { Files, useFiles } from "../../file/Files.tsx"
import { FileView } from "../../file/FileView.tsx"
import { useDroppedFiles } from "../../file/useDroppedFiles.ts"
import { t } from "../../language/text.tsx"
import { Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { ErasureRequest } from "../candidate/ErasureRequest.tsx"
import { Profile } from "../candidate/Profile.tsx"
import { useComposer } from "../mail/useLetter.ts"
import { Answer } from "./Answer.tsx"
import { Applicant } from "./Applicant.tsx"
import type { Application } from "./Application.ts"
import { GiveFeedback } from "./GiveFeedback.tsx"
import { keepApplication } from "./keepApplication.ts"
import { loadApplication } from "./loadApplication.ts"
import { Progress } from "./Progress.tsx"
import { Submissions } from "./Submissions.tsx"
import { Timeline } from "./Timeline.tsx"
import { useGiving } from "./useGiving.ts"

/** Pixels from which on the papers have a column of their own. */
const wideWidth = 860

/** Loads an application for its content. */
export const useApplication = (id: string): LoadedValue<Application> =>
  useLoaded(["application", id], (signal) => loadApplication(id, signal), told)

interface Props {
  readonly application: Application
  readonly loaded: LoadedValue<Application>
}

export const ApplicationContent = ({ application, loaded }: Props) => {
  const { candidate, id } = application
  const frame = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState<boolean>()
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWide((entry?.contentRect.width ?? 0) >= wideWidth))
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame} className={isWide === true ? "application wide" : "application"}>
      {loaded.error === undefined ? null : <Show of={loaded}>{() => null}</Show>}
      {isWide === undefined ? null : <Parts key={id} application={application} loaded={loaded} isWide={isWide} candidateId={candidate.id} />}
    </div>
  )
}

interface PartsProps extends Props {
  readonly isWide: boolean
  readonly candidateId: string
}

const Parts = ({ application, candidateId, isWide, loaded }: PartsProps) => {
  const { ai_profiles, application_answers, candidate, id } = application
  const person = useLoaded(["candidate", candidateId], async (signal) => (await candor.candidates.get(candidateId, { signal })).candidate, brought)
  // Nothing is added about a person who was anonymised.
  const isKnown = person.value?.anonymised_at === null
  const mayAdd = useMay("write") && isKnown
  const composer = useComposer(id)
  const giving = useGiving()
  const form = giving.isOpen && isKnown ? <GiveFeedback application={application} onChange={loaded.reload} onClose={giving.close} /> : null
  const owners: readonly [FileOwner] = [{ id, operations: candor.attachments, isBrought: true }]
  const { files } = useFiles(owners)
  const drop = useDroppedFiles(owners)
  /** What was chosen; undefined before, null where it was closed. */
  const [chosen, setChosen] = useState<string | null>()
  const first = isWide ? files.find(({ file }) => file.file_type === "resume") ?? files[0] : undefined
  const opened = chosen === undefined ? first : files.find(({ file }) => file.id === chosen)
  const open = ({ file }: { readonly file: { readonly id: string } }) => setChosen(file.id === opened?.file.id ? null : file.id)
  return (
    <DropFiles label={t("Drop to add to the files of {name}", { name: candidate.full_name })} onFiles={mayAdd ? drop : undefined}>
      {isWide ? null : form}
      <Progress application={application} onChange={keepApplication} onWrite={mayAdd ? composer.write : undefined} />
      <div className="application-columns">
        <div className="papers">
          <Files mayAdd={isKnown} owners={owners} opened={opened?.file.id} onOpen={open} />
          {opened === undefined ? null : <FileView key={opened.file.id} {...opened} />}
        </div>
        <div className="talk">
          {isWide ? form : null}
          {person.value === undefined ? null : <ErasureRequest candidate={person.value} />}
          <Applicant application={application} person={person.value} />
          {application_answers.length === 0 ? null : (
            <Part title={t("Answers")}>
              <dl className="answers">
                {application_answers.map(({ answer_text, id, question_text, type }) => (
                  <div key={id}><dt>{question_text}</dt><dd className="prose"><Answer text={answer_text} type={type} /></dd></div>
                ))}
              </dl>
            </Part>
          )}
          <Timeline application={application} mayAdd={isKnown} files={files} composer={composer} giving={giving} onChange={loaded.reload} onOpen={({ file }) => setChosen(file.id)} />
          <Submissions application={id} />
          <Profile candidateId={candidateId} linkedinUrl={isKnown ? candidate.linkedin_url : null} profiles={ai_profiles} onChange={loaded.reload} />
        </div>
      </div>
    </DropFiles>
  )
}
