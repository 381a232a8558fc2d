/** All that happened with an application, the newest first: notes, feedback, moves, files and what came again, with the field for a new note on top. */
import { Fragment, type ReactNode } from "react"
import { candor } from "../../api/Client.ts"
import { useMemberNames } from "../../api/memberNames.ts"
import { useDeleted } from "../../api/useDeletion.ts"
import { usePaged } from "../../api/usePaged.ts"
import type { OpenedFile } from "../../file/Files.tsx"
import { t } from "../../language/text.tsx"
import { Button, useAction } from "../../parts/Action.tsx"
import { Part } from "../../parts/Part.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import type { PartOfApplication } from "./Application.ts"
import { FeedbackButtons, FeedbackRequests, OneFeedback } from "./Feedback.tsx"
import { Line, MoveLine } from "./Moves.tsx"
import { NewNotes, OneNote } from "./Notes.tsx"
import { SeenMentions } from "./SeenMentions.tsx"
import { useSubmissions } from "./Submissions.tsx"

interface Props extends PartOfApplication {
  /** Whether the server takes more: it takes nothing about a person who was anonymised. */
  readonly mayAdd: boolean
  readonly files: ReadonlyArray<OpenedFile>
  readonly onOpen: (opened: OpenedFile) => void
}

interface Entry {
  readonly id: string
  readonly at: string
  readonly shown: ReactNode
}

const newestFirst = (one: Entry, other: Entry): number =>
  one.at === other.at ? other.id.localeCompare(one.id) : other.at.localeCompare(one.at)

export const Timeline = ({ application, files, mayAdd, onChange, onOpen }: Props) => {
  const { id, interview_feedback, job, notes } = application
  const mayComment = useMay("comment") && mayAdd
  const deleted = useDeleted()
  const names = useMemberNames()
  const history = usePaged(
    ["application", id, "history"],
    (query, signal) => candor.applications.history(id, query, { signal }),
    (answer) => answer.history
  )
  const submissions = useSubmissions(id)
  const more = useAction(history.more)
  const owner = { id, operations: candor.notes, jobId: job.id }
  const entries: ReadonlyArray<Entry> = [
    ...notes.map((note): Entry => ({ id: note.id, at: note.created_at, shown: <OneNote owner={owner} note={note} onChange={onChange} /> })),
    ...interview_feedback.map((feedback): Entry => ({
      id: feedback.id,
      at: feedback.submitted_at,
      shown: <OneFeedback id={id} feedback={feedback} onChange={onChange} />
    })),
    ...(history.value?.items ?? []).map((entry): Entry => ({
      id: entry.id,
      at: entry.entered_at,
      shown: <MoveLine entry={entry} who={names.get(entry.user_id ?? "")} />
    })),
    ...submissions.filter(({ created_at }, index) => index < submissions.length - 1 || created_at > application.created_at).map((again): Entry => ({
      id: again.id,
      at: again.created_at,
      shown: <Line at={again.created_at}><strong>{t("Applied again")}</strong> {t("through the careers site")}</Line>
    })),
    ...files.map((opened): Entry => ({
      id: opened.file.id,
      at: opened.file.created_at,
      shown: (
        <Line at={opened.file.created_at} who={names.get(opened.file.user_id ?? "")}>
          <button type="button" className="link" onClick={() => onOpen(opened)}>{opened.file.original_filename}</button> {t("was added")}
        </Line>
      )
    }))
  ].filter((entry) => !deleted.has(entry.id)).toSorted(newestFirst)
  return (
    <Part title={t("Timeline")} side={mayComment ? <FeedbackButtons application={application} onChange={onChange} /> : null}>
      {mayComment ? <NewNotes owner={owner} onWritten={onChange} /> : null}
      <SeenMentions notes={notes} />
      <ul className="entries timeline">
        <FeedbackRequests application={application} />
        {entries.map(({ id, shown }) => <Fragment key={id}>{shown}</Fragment>)}
      </ul>
      {history.value?.has_more === true ? <Button pending={more.pending} onClick={() => more.run()}>{t("Show more")}</Button> : null}
    </Part>
  )
}
