/** The change feed as a context of all pages, which show other people's changes at once. */
import type { Event, JobAccess } from "@candor/client"
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react"
import { candor } from "../api/Client.ts"
import { isSentHere } from "../api/Credential.ts"
import { followFeed } from "../api/followFeed.ts"
import { queries, setFeedIsComplete } from "../api/queries.ts"
import { useSession } from "../session/CurrentSession.tsx"
import { reloadAfter } from "./reloadAfter.ts"

type Listener = (event: Event) => void

interface Feed {
  /** Whether events arrive. */
  readonly isLive: boolean
  readonly listeners: Set<Listener>
}

const Context = createContext<Feed>({ isLive: false, listeners: new Set() })

interface Props {
  /** The sequence number after which the feed is followed; undefined if it could not be loaded. */
  readonly after: number | undefined
  /** Is called when the person's permissions differ from those of the session. */
  readonly onOtherRights: () => void
  readonly children: ReactNode
}

/**
 * Returns a function that asks for the person's current permissions. It runs when a stream ends, which a change of
 * permissions causes. No event tells of a job that has become hidden, so all queries are invalidated if access has
 * changed.
 */
const useAccess = (onOtherRights: () => void) => {
  const { isLimited, scope } = useSession()
  const known = useRef<JobAccess>(undefined)
  return async (): Promise<JobAccess> => {
    const { api_key, job_access } = await candor.me.get()
    const before = known.current
    known.current = job_access
    if (api_key.scope !== scope || (job_access === "team") !== isLimited) onOtherRights()
    else if (before !== undefined && before !== job_access) await queries.invalidateQueries()
    return job_access
  }
}

export const FeedProvider = ({ after, children, onOtherRights }: Props) => {
  const [isLive, setLive] = useState(false)
  const [listeners] = useState(() => new Set<Listener>())
  const look = useAccess(onOtherRights)
  useEffect(() => {
    const abort = new AbortController()
    const onEvent = (event: Event) => {
      // A worker's events carry the id of the request that enqueued the work, but no tab shows their result yet.
      reloadAfter(event, event.actor.worker === null && isSentHere(event.request_id))
      for (const listener of listeners) listener(event)
    }
    let isOn = false
    const onLive = (isLive: boolean) => {
      isOn = isLive
      setFeedIsComplete(false)
      setLive(isLive)
      // A member who does not see all jobs gets no event when a job becomes hidden, so the feed counts as complete for
      // members with access to all jobs only. A failed request is repeated with the next stream.
      if (isLive) look().then((access) => setFeedIsComplete(isOn && access === "all"), () => {})
    }
    const onGap = () => void queries.invalidateQueries()
    followFeed(after, { onEvent, onGap, onLive }, abort.signal).catch(() => onLive(false))
    return () => {
      abort.abort()
      isOn = false
      setFeedIsComplete(false)
    }
  }, [after, listeners])
  return <Context value={{ isLive, listeners }}>{children}</Context>
}

/** Returns whether other people's changes are shown as they happen. */
export const useIsLive = (): boolean => useContext(Context).isLive

/** Calls a function with each event that arrives while the page is shown. */
export const useEvents = (listener: Listener): void => {
  const { listeners } = useContext(Context)
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    const call: Listener = (event) => latest.current(event)
    listeners.add(call)
    return () => {
      listeners.delete(call)
    }
  }, [listeners])
}
