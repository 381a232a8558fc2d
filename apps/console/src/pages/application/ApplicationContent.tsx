/**
 * The content of an application: its actions, its files with the résumé open, and the team's assessment. With enough
 * width the files stand beside the rest; at the width of a phone no file opens by itself.
 */
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { candor } from "../../api/Client.ts"
import { feedStaleTime, partStaleTime } from "../../api/queries.ts"
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
import { InterviewsPart } from "../interview/InterviewsPart.tsx"
import { useComposer } from "../mail/useLetter.ts"
import { SignalsOfApplication } from "../signal/SignalList.tsx"
import { Answer, questionOf } from "./Answer.tsx"
import { Applicant } from "./Applicant.tsx"
import type { Application } from "./Application.ts"
import { GiveFeedback } from "./GiveFeedback.tsx"
import { keepApplication } from "./keepApplication.ts"
import { loadApplication } from "./loadApplication.ts"
import { Progress } from "./Progress.tsx"
import { Ratings } from "./Ratings.tsx"
import { Submissions } from "./Submissions.tsx"
import { Timeline } from "./Timeline.tsx"
import { useGiving } from "./useGiving.ts"

const CriteriaPart = lazy(() => import("../criteria/CriteriaPart.tsx"))

/**
 * The widths in pixels from which the files have a column of their own, and from which a page of a résumé is readable.
 */
const [wideWidth, readableWidth] = [860, 480]

const roomOf = (width: number) => width >= wideWidth ? "wide" : width >= readableWidth ? "readable" : "narrow"

/** Loads an application for its content. */
export const useApplication = (id: string): LoadedValue<Application> =>
  useLoaded(["application", id], (signal) => loadApplication(id, signal), feedStaleTime)

interface Props {
  readonly application: Application
  /** The heading, which stays visible: the stage and the next action are rendered into it. */
  readonly head: HTMLElement | null
  readonly loaded: LoadedValue<Application>
  readonly onRejected?: () => void
}

export const ApplicationContent = ({ application, head, loaded, onRejected }: Props) => {
  const { candidate, id } = application
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<ReturnType<typeof roomOf>>()
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setRoom(roomOf(entry?.contentRect.width ?? 0)))
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame} className={room === "wide" ? "application wide" : "application"}>
      {loaded.error === undefined ? null : <Show of={loaded}>{() => null}</Show>}
      {room === undefined
        ? null
        : (
          <Parts
            key={id}
            application={application}
            head={head}
            loaded={loaded}
            isReadable={room !== "narrow"}
            isWide={room === "wide"}
            candidateId={candidate.id}
            onRejected={onRejected}
          />
        )}
    </div>
  )
}

interface PartsProps extends Omit<Props, "onRejected"> {
  readonly onRejected: (() => void) | undefined
  readonly isReadable: boolean
  readonly isWide: boolean
  readonly candidateId: string
}

const Parts = ({ application, candidateId, head, isReadable, isWide, loaded, onRejected }: PartsProps) => {
  const { ai_profiles, application_answers, candidate, id } = application
  const person = useLoaded(
    ["candidate", candidateId],
    async (signal) => (await candor.candidates.get(candidateId, { signal })).candidate,
    partStaleTime
  )
  // Nothing can be added about an anonymized person.
  const isKnown = person.value?.anonymised_at === null
  const mayAdd = useMay("write") && isKnown
  const composer = useComposer(id)
  const giving = useGiving()
  const form = giving.isOpen && isKnown
    ? <GiveFeedback application={application} onChange={loaded.reload} onClose={giving.close} />
    : null
  const owners: readonly [FileOwner] = [{ id, operations: candor.attachments, isBrought: true }]
  const { files } = useFiles(owners)
  const drop = useDroppedFiles(owners)
  /** The chosen file; undefined before any choice, null after closing. */
  const [chosen, setChosen] = useState<string | null>()
  const first = isReadable ? files.find(({ file }) => file.file_type === "resume") ?? files[0] : undefined
  const opened = chosen === undefined ? first : files.find(({ file }) => file.id === chosen)
  const open = ({ file }: { readonly file: { readonly id: string } }) =>
    setChosen(file.id === opened?.file.id ? null : file.id)
  return (
    <DropFiles
      label={t("Drop to add to {name}'s files", { name: candidate.full_name })}
      onFiles={mayAdd ? drop : undefined}
    >
      {head === null ? null : createPortal(
        <Progress
          application={application}
          onChange={keepApplication}
          onRejected={onRejected}
          onWrite={mayAdd ? composer.write : undefined}
        />,
        head
      )}
      <Ratings application={application} isGiving={giving.isOpen} />
      {isWide ? null : form}
      <div className="application-columns">
        <div className="papers">
          <Files mayAdd={isKnown} owners={owners} opened={opened?.file.id} onOpen={open} />
          {opened === undefined ? null : <FileView key={opened.file.id} {...opened} />}
          {application_answers.length === 0 ? null : (
            <Part title={t("Answers")}>
              <dl className="answers">
                {application_answers.map((answer) => (
                  <div key={answer.id}>
                    <dt>{questionOf(answer)}</dt>
                    <dd className="prose">
                      <Answer text={answer.answer_text} type={answer.type} />
                    </dd>
                  </div>
                ))}
              </dl>
            </Part>
          )}
        </div>
        <div className="talk">
          {isWide ? form : null}
          {person.value === undefined ? null : <ErasureRequest candidate={person.value} />}
          <InterviewsPart application={application} composer={composer} mayAdd={isKnown} />
          <Timeline
            application={application}
            mayAdd={isKnown}
            files={files}
            composer={composer}
            giving={giving}
            onChange={loaded.reload}
            onOpen={({ file }) => setChosen(file.id)}
          />
        </div>
        <div className="details">
          <Applicant application={application} person={person.value} />
          <Suspense>
            <CriteriaPart application={id} answers={application_answers} />
          </Suspense>
          <SignalsOfApplication id={id} job={application.job.id} />
          <Submissions application={id} />
          <Profile
            candidateId={candidateId}
            linkedinUrl={isKnown ? candidate.linkedin_url : null}
            profiles={ai_profiles}
            onChange={loaded.reload}
          />
        </div>
      </div>
    </DropFiles>
  )
}
