/** Says what somebody else has just changed of what a page shows: who, what, and where to. */
import type { Event } from "@candor/client"
import { useEffect, useState } from "react"
import { isSentHere } from "../api/Credential.ts"
import { memberNames } from "../api/memberNames.ts"
import { type Marked, msg, t } from "../language/text.tsx"
import { useSession } from "../session/CurrentSession.tsx"
import { useEvents, useIsLive } from "./Feed.tsx"
import { cardOf } from "./reloadAfter.ts"

/** What was done, with the name of who did it. */
const sentences: Readonly<Record<string, Marked>> = {
  "application.created": msg("{actor} added {who} in {stage}."),
  "application.moved": msg("{actor} moved {who} to {stage}."),
  "application.rejected": msg("{actor} rejected {who}."),
  "application.withdrawn": msg("{actor} withdrew {who}."),
  "application.hired": msg("{actor} hired {who}."),
  "application.reopened": msg("{actor} made the application of {who} active again in {stage}."),
  "application.deleted": msg("{actor} deleted an application."),
  "note.created": msg("{actor} wrote a note."),
  "note.updated": msg("{actor} changed a note."),
  "note.deleted": msg("{actor} deleted a note."),
  "feedback_request.asked": msg("{actor} asked for feedback."),
  "feedback_request.withdrawn": msg("{actor} withdrew a request for feedback."),
  "interview_feedback.submitted": msg("{actor} gave feedback."),
  "interview_feedback.revised": msg("{actor} changed feedback."),
  "interview_feedback.deleted": msg("{actor} deleted feedback."),
  "attachment.added": msg("{actor} added a file."),
  "attachment.deleted": msg("{actor} deleted a file."),
  "message.queued": msg("{actor} wrote a mail."),
  "message.cancelled": msg("{actor} stopped a mail."),
  "message.assigned": msg("{actor} gave a mail to this application."),
  "candidate.updated": msg("{actor} changed the candidate."),
  "job.stages_changed": msg("{actor} changed the stages."),
  "job.published": msg("{actor} published the job."),
  "job.closed": msg("{actor} closed the job."),
  "job.withdrawn": msg("{actor} made the job a draft."),
  "job.updated": msg("{actor} changed the job."),
  "job.deleted": msg("{actor} deleted the job.")
}

const said = (event: Event, actor: string): string => {
  const card = cardOf(event)
  const who = card?.candidate.full_name ?? t("the applicant")
  return t(sentences[event.type] ?? msg("{actor} changed something."), { actor, who, stage: card?.stage.name ?? t("another stage") })
}

/** Milliseconds without the feed after which a page says so. */
const awayMillis = 5000

/** `of` says whether an event is about what the page shows. */
export const News = ({ of }: { readonly of: (event: Event) => boolean }) => {
  const { user } = useSession()
  const [text, setText] = useState("")
  const isLive = useIsLive()
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (isLive) return setAway(false)
    const timer = setTimeout(() => setAway(true), awayMillis)
    return () => clearTimeout(timer)
  }, [isLive])
  useEvents((event) => {
    const { actor: { user_id } } = event
    if (event.type === "message.received" && of(event)) return setText(t("A mail came in."))
    if (user_id === null || isSentHere(event.request_id) || !of(event)) return
    const tell = (who: string) => setText(said(event, who))
    if (user_id === user.id) tell(t("You"))
    else void memberNames().then((names) => tell(names.get(user_id) ?? t("Somebody")), () => tell(t("Somebody")))
  })
  return <p className="news" role="status">{isAway ? t("What others change is not seen at the moment.") : text}</p>
}
