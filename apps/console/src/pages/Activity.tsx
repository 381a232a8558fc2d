/** The change feed, as it happens. */
import { Link } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import type { Event } from "@candor/client"
import { messageOf } from "../api/failures.ts"
import { followEvents } from "../api/followEvents.ts"
import { Problem } from "../parts/Action.tsx"
import { Badge, Empty, Page } from "../parts/Page.tsx"
import { spelled } from "../parts/Status.tsx"
import { Ago } from "../parts/Time.tsx"
import { useMay } from "../session/CurrentSession.tsx"
import { type MemberNames, useMemberNames } from "../api/memberNames.ts"

/** Events that are shown at first, and at most. */
const recent = 50
const maxShown = 200

/** An event without its data, which can have a megabyte, but for the name of its subject. */
interface Shown extends Omit<Event, "data"> {
  readonly name: string | undefined
}

export const Activity = () => {
  const [events, setEvents] = useState<ReadonlyArray<Shown>>([])
  const [isLive, setLive] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isAdmin = useMay("admin")
  const names = useMemberNames()
  useEffect(() => {
    const abort = new AbortController()
    setEvents([])
    followEvents(recent, {
      isAdmin,
      onEvent: ({ data, ...event }) => setEvents((before) => [{ ...event, name: nameOf(data) }, ...before].slice(0, maxShown)),
      onLive: setLive
    }, abort.signal).catch((error: unknown) => {
      if (!abort.signal.aborted) setProblem(messageOf(error))
    })
    return () => abort.abort()
  }, [isAdmin])
  return (
    <Page
      title="Activity"
      lead="Every change of the organization, as it happens."
      actions={<span role="status"><Badge tone={isLive ? "good" : "neutral"}>{isLive ? "Live" : "Connecting"}</Badge></span>}
    >
      <Problem text={problem} />
      {events.length === 0
        ? isLive ? <Empty title="Nothing has happened yet." /> : null
        : <ol className="list" aria-label="Events, the newest first">{events.map((event) => <Row key={event.id} event={event} names={names} />)}</ol>}
    </Page>
  )
}

/** The page of an event's subject. */
const pages: Readonly<Record<string, "/applications/$id" | "/candidates/$id" | "/jobs/$id" | "/sourcing/$id">> = {
  application: "/applications/$id",
  candidate: "/candidates/$id",
  job: "/jobs/$id",
  sourcing_search: "/sourcing/$id"
}

/** The name of an event's subject, if its data has one. */
const nameOf = (data: Event["data"]): string | undefined =>
  ["title", "full_name", "name", "original_filename", "url"].map((field) => Object(data)[field]).find((value) => typeof value === "string")

const Row = ({ event, names }: { readonly event: Shown; readonly names: MemberNames }) => {
  const [noun = "", verb = ""] = event.type.split(".")
  const { name } = event
  const page = pages[noun]
  const text = `${spelled(noun)} ${verb.replaceAll("_", " ")}`
  return (
    <li className="list-item">
      <span className="list-main">
        <span>
          {page === undefined ? <strong>{text}</strong> : <Link to={page} params={{ id: event.subject_id }}>{text}</Link>}
          {name === undefined ? null : <>: {name}</>}
        </span>
        <span className="hint"><Actor of={event} names={names} /></span>
      </span>
      <span className="hint">#{event.sequence}, <Ago at={event.occurred_at} /></span>
    </li>
  )
}

const Actor = ({ names, of: { actor } }: { readonly of: Shown; readonly names: MemberNames }) => {
  if (actor.worker !== null) return <>by background work</>
  if (actor.user_id === null) return <>by an operator</>
  return <>by {names.get(actor.user_id) ?? "a member"}</>
}
