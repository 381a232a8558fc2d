/**
 * The timeline of an application, newest first: mails, notes, feedback, moves, files and repeated applications, with
 * the field for a new note or mail on top.
 */
import { useNavigate, useSearch } from "@tanstack/react-router"
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useMemberNames } from "../../api/memberNames.ts"
import { partStaleTime } from "../../api/queries.ts"
import { useDeleted } from "../../api/useDeletion.ts"
import { usePaged } from "../../api/usePaged.ts"
import type { OpenedFile } from "../../file/Files.tsx"
import { msg, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { Loading } from "../../parts/Loading.tsx"
import { Part } from "../../parts/Part.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { useMay, useSession } from "../../session/CurrentSession.tsx"
import { statuses, useInterviews, whenOf } from "../interview/interviews.ts"
import { awaits, type Mail, timeOf, useThread } from "../mail/mails.ts"
import { OneMail } from "../mail/OneMail.tsx"
import type { Composer } from "../mail/useLetter.ts"
import { OneScorecard } from "../scorecard/OneScorecard.tsx"
import { useScorecards } from "../scorecard/scorecards.ts"
import type { PartOfApplication } from "./Application.ts"
import { FeedbackButtons, FeedbackRequests, OneFeedback } from "./Feedback.tsx"
import { useOthersFeedback } from "./feedbackRequests.ts"
import { Line, MoveLine } from "./Moves.tsx"
import { NewNotes, OneNote } from "./Notes.tsx"
import { SeenMentions } from "./SeenMentions.tsx"
import { useSubmissions } from "./Submissions.tsx"
import type { Giving } from "./useGiving.ts"

// The mail editor and its dependencies are loaded when somebody first writes a mail.
const ComposeMail = lazy(() => import("../mail/ComposeMail.tsx"))

interface Props extends PartOfApplication {
  /** Whether entries can be added: the server refuses them for an anonymized person. */
  readonly mayAdd: boolean
  readonly files: ReadonlyArray<OpenedFile>
  readonly composer: Composer
  readonly giving: Giving
  readonly onOpen: (opened: OpenedFile) => void
}

interface Entry {
  readonly id: string
  readonly at: string
  readonly shown: ReactNode
}

const views = [["all", msg("All")], ["mail", msg("Email")]] as const

const newestFirst = (one: Entry, other: Entry): number =>
  one.at === other.at ? other.id.localeCompare(one.id) : other.at.localeCompare(one.at)

/** Opens the reply to the mail in the page's address. */
const useReply = (mails: ReadonlyArray<Mail>, composer: Composer) => {
  const reply = useSearch({ strict: false, select: (search) => search.reply })
  const navigate = useNavigate()
  const mail = mails.find(({ id }) => id === reply)
  useEffect(() => {
    if (mail === undefined) return
    composer.reply(mail)
    void navigate({ to: ".", search: {}, replace: true, ignoreBlocker: true, resetScroll: false })
  }, [mail?.id])
}

export const Timeline = ({ application, composer, files, giving, mayAdd, onChange, onOpen }: Props) => {
  const { id, interview_feedback, job, notes } = application
  const mayComment = useMay("comment") && mayAdd
  const mayWrite = useMay("write") && mayAdd
  const deleted = useDeleted()
  const names = useMemberNames()
  const { user } = useSession()
  const othersFeedback = useOthersFeedback(application, giving.isOpen)
  const thread = useThread(id)
  const [view, setView] = useState<(typeof views)[number][0]>("all")
  const history = usePaged(
    ["application", id, "history"],
    (query, signal) => candor.applications.history(id, query, { signal }),
    (answer) => answer.history,
    partStaleTime
  )
  const submissions = useSubmissions(id)
  const { value: interviews = [] } = useInterviews(id)
  const { scorecards } = useScorecards(id, interviews)
  const isShown = (by: { readonly id: string }) => othersFeedback === "shown" || by.id === user.id
  const scored = new Set(scorecards.map((scorecard) => scorecard.id))
  const hasMore = { history: history.value?.has_more === true, thread: thread.value?.has_more === true }
  const more = useAction(() =>
    Promise.all([hasMore.history ? history.more() : undefined, hasMore.thread ? thread.more() : undefined])
  )
  const owner = { id, operations: candor.notes, jobId: job.id }
  const mails = thread.value?.items ?? []
  /** Files that came with a mail are shown with the mail. */
  const received = new Set(mails.flatMap((mail) => mail.status === "received" ? mail.files.map((file) => file.id) : []))
  useReply(mayWrite ? mails : [], composer)
  const ofMails = mails.map((mail): Entry => ({
    id: mail.id,
    at: timeOf(mail),
    shown: (
      <OneMail
        mail={mail}
        isWaiting={awaits(mail, mails)}
        files={files}
        onOpen={onOpen}
        onReply={mayWrite ? composer.reply : undefined}
      />
    )
  }))
  const others: ReadonlyArray<Entry> = view === "mail" ? [] : [
    ...notes.map((note): Entry => ({
      id: note.id,
      at: note.created_at,
      shown: <OneNote owner={owner} note={note} onChange={onChange} />
    })),
    ...scorecards.filter(({ member }) => isShown(member)).map((scorecard): Entry => ({
      id: scorecard.id,
      at: scorecard.submitted_at ?? scorecard.updated_at,
      shown: <OneScorecard scorecard={scorecard} />
    })),
    // The feedback of a scorecard is left out: it repeats the scorecard.
    ...interview_feedback.filter(({ author, scorecard_id }) => isShown(author) && !scored.has(scorecard_id ?? "")).map((
      feedback
    ): Entry => ({
      id: feedback.id,
      at: feedback.submitted_at,
      shown: <OneFeedback id={id} feedback={feedback} onChange={onChange} />
    })),
    ...(history.value?.items ?? []).map((entry): Entry => ({
      id: entry.id,
      at: entry.entered_at,
      shown: <MoveLine entry={entry} who={names.get(entry.user_id ?? "")} />
    })),
    ...interviews.map((interview): Entry => ({
      id: interview.id,
      at: interview.created_at,
      shown: (
        <Line at={interview.created_at} who={interview.author.full_name}>
          <strong>{interview.title}</strong> {whenOf(interview) ?? t("No time yet")}{" "}
          <span className="hint">{statuses.name(interview.status)}</span>
        </Line>
      )
    })),
    ...submissions.filter(({ created_at }, index) =>
      index < submissions.length - 1 || created_at > application.created_at
    ).map((again): Entry => ({
      id: again.id,
      at: again.created_at,
      shown: (
        <Line at={again.created_at}>
          <strong>{t("Applied again")}</strong> {t("through the careers site")}
        </Line>
      )
    })),
    ...files.filter(({ file }) => !received.has(file.id)).map((opened): Entry => ({
      id: opened.file.id,
      at: opened.file.created_at,
      shown: (
        <Line at={opened.file.created_at} who={names.get(opened.file.user_id ?? "")}>
          <button type="button" className="link" onClick={() => onOpen(opened)}>{opened.file.original_filename}</button>
          {" "}
          {t("was added")}
        </Line>
      )
    }))
  ]
  const entries = [...ofMails, ...others].filter((entry) => !deleted.has(entry.id)).toSorted(newestFirst)
  return (
    <Part
      title={t("Timeline")}
      side={mayComment ? <FeedbackButtons application={application} giving={giving} /> : null}
    >
      {mayWrite && composer.isOpen
        ? (
          <Suspense fallback={<Loading />}>
            <ComposeMail application={application} composer={composer} />
          </Suspense>
        )
        : mayComment
        ? <NewNotes owner={owner} onWritten={onChange} />
        : null}
      <SeenMentions notes={notes} />
      {mails.length === 0 ? null : <Tabs label={t("Filter timeline")} tabs={views} value={view} onChange={setView} />}
      {othersFeedback === "hidden" && interview_feedback.length > 0
        ? (
          <p className="hint hidden-feedback">
            {t(
              "{count, plural, one {A colleague's feedback appears} other {Feedback from # colleagues appears}} once you've sent yours.",
              { count: new Set(interview_feedback.map(({ author }) => author.id)).size }
            )}
          </p>
        )
        : null}
      <ul className="entries timeline">
        {view === "mail" ? null : <FeedbackRequests application={application} />}
        {entries.map(({ id, shown }) => <Fragment key={id}>{shown}</Fragment>)}
      </ul>
      {hasMore.history || hasMore.thread
        ? <Button pending={more.pending} onClick={() => more.run()}>{t("Show more")}</Button>
        : null}
      <Problem text={more.error} />
    </Part>
  )
}
