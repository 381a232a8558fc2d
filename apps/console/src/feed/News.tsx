/** Says what somebody else has just changed of what a page shows: who, what, and where to. */
import type { Event } from "@candor/client"
import { useEffect, useState } from "react"
import { isSentHere } from "../api/Credential.ts"
import { memberNames } from "../api/memberNames.ts"
import { useSession } from "../session/CurrentSession.tsx"
import { useEvents, useIsLive } from "./Feed.tsx"
import { cardOf } from "./reloadAfter.ts"

/** What was done, after the name of who did it. */
const said = (event: Event): string => {
  const card = cardOf(event)
  const [who, stage] = [card?.candidate.full_name ?? "the applicant", card?.stage.name ?? "another stage"]
  const texts: Readonly<Record<string, string>> = {
    "application.created": `added ${who} in ${stage}`,
    "application.moved": `moved ${who} to ${stage}`,
    "application.rejected": `rejected ${who}`,
    "application.withdrawn": `withdrew ${who}`,
    "application.hired": `hired ${who}`,
    "application.reopened": `made the application of ${who} active again in ${stage}`,
    "application.deleted": "deleted an application",
    "note.created": "wrote a note",
    "note.updated": "changed a note",
    "note.deleted": "deleted a note",
    "feedback_request.asked": "asked for feedback",
    "feedback_request.withdrawn": "withdrew a request for feedback",
    "interview_feedback.submitted": "gave feedback",
    "interview_feedback.revised": "changed feedback",
    "interview_feedback.deleted": "deleted feedback",
    "attachment.added": "added a file",
    "attachment.deleted": "deleted a file",
    "candidate.updated": "changed the candidate",
    "job.stages_changed": "changed the stages",
    "job.published": "published the job",
    "job.closed": "closed the job",
    "job.withdrawn": "made the job a draft",
    "job.updated": "changed the job",
    "job.deleted": "deleted the job"
  }
  return texts[event.type] ?? "changed something"
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
    if (user_id === null || isSentHere(event.request_id) || !of(event)) return
    const tell = (who: string) => setText(`${who} ${said(event)}.`)
    if (user_id === user.id) tell("You")
    else void memberNames().then((names) => tell(names.get(user_id) ?? "Somebody"), () => tell("Somebody"))
  })
  return <p className="news" role="status">{isAway ? "What others change is not seen at the moment." : text}</p>
}
