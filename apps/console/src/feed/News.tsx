/** Says what somebody else has just changed on the shown page: who, what, and the new value. */
import type { Event } from "@candor/client"
import { useEffect, useState } from "react"
import { isSentHere } from "../api/Credential.ts"
import { memberNames } from "../api/memberNames.ts"
import { t } from "../language/text.tsx"
import { useSession } from "../session/CurrentSession.tsx"
import { useEvents, useIsLive } from "./Feed.tsx"
import { actorNamed, saidOrChanged } from "./said.ts"

/** Milliseconds without the feed after which pages say so. */
const awayMillis = 5000

/** `of` returns whether an event is about what the page shows. */
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
    if (event.type === "message.received" && of(event)) return setText(t("New email received."))
    if (user_id === null || isSentHere(event.request_id) || !of(event)) return
    const tell = (actor: string) => setText(saidOrChanged(event, actor))
    if (user_id === user.id) tell(t("You"))
    else void memberNames().then((names) => tell(actorNamed(names.get(user_id))), () => tell(actorNamed(undefined)))
  })
  return <p className="news" role="status">{isAway ? t("Live updates are paused. Reconnecting…") : text}</p>
}
