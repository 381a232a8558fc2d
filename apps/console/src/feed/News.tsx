/** Says what somebody else has just changed of what a page shows: who, what, and where to. */
import type { Event } from "@candor/client"
import { useEffect, useState } from "react"
import { isSentHere } from "../api/Credential.ts"
import { memberNames } from "../api/memberNames.ts"
import { news } from "../declared/events.made.ts"
import { msg, t } from "../language/text.tsx"
import { useSession } from "../session/CurrentSession.tsx"
import { useEvents, useIsLive } from "./Feed.tsx"
import { cardOf } from "./reloadAfter.ts"

const said = (event: Event, actor: string): string => {
  const card = cardOf(event)
  const who = card?.candidate.full_name ?? t("the applicant")
  const sentence = news[event.type] ?? msg("{actor} changed something.")
  return t(sentence, { actor, who, stage: card?.stage.name ?? t("another stage") })
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
