/** The change feed, as it happens. */
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { Event } from "@candor/client"
import { candor } from "../api/Client.ts"
import { newestSequence } from "../api/followFeed.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { useEvents, useIsLive } from "../feed/Feed.tsx"
import { t } from "../language/text.tsx"
import { spelledNoun, spelledVerb } from "../parts/eventNames.ts"
import { Badge, Empty, Page, Show } from "../parts/Page.tsx"
import { Ago } from "../parts/Time.tsx"
import { type MemberNames, useMemberNames } from "../api/memberNames.ts"

/** Events that are shown at first, and at most. */
const recent = 50
const maxShown = 200

/** An event without its data, which can have a megabyte, but for the name of its subject. */
interface Shown extends Omit<Event, "data"> {
  readonly name: string | undefined
}

/** Adds an event before those that are shown, unless it is among them. */
const withEvent = (events: ReadonlyArray<Shown>, { data, ...event }: Event): ReadonlyArray<Shown> =>
  events.some(({ id }) => id === event.id) ? events : [{ ...event, name: nameOf(data) }, ...events].slice(0, maxShown)

export const Activity = () => {
  const [events, setEvents] = useState<ReadonlyArray<Shown>>([])
  const isLive = useIsLive()
  const names = useMemberNames()
  const before = useLoaded(["recent"], async (signal) => {
    const after = Math.max(0, await newestSequence(signal) - recent)
    return (await candor.events.page({ after }, { signal })).events
  })
  useEvents((event) => setEvents((events) => withEvent(events, event)))
  const recently = (before.value ?? []).reduce<ReadonlyArray<Shown>>(withEvent, [])
  const shown = [...events, ...recently.filter(({ id }) => events.every((event) => event.id !== id))].slice(0, maxShown)
  return (
    <Page
      title={t("Activity")}
      lead={t("Every change of the organization, as it happens.")}
      actions={<span role="status"><Badge tone={isLive ? "good" : "neutral"}>{isLive ? t("Live") : t("Connecting")}</Badge></span>}
    >
      <Show of={before}>
        {() => shown.length === 0
          ? <Empty title={t("Nothing has happened yet.")} />
          : <ol className="list" aria-label={t("Events, the newest first")}>{shown.map((event) => <Row key={event.id} event={event} names={names} />)}</ol>}
      </Show>
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
  ["title", "full_name", "name", "original_filename", "subject", "url"].map((field) => Object(data)[field]).find((value) => typeof value === "string")

const Row = ({ event, names }: { readonly event: Shown; readonly names: MemberNames }) => {
  const [noun = "", verb = ""] = event.type.split(".")
  const { name } = event
  const page = pages[noun]
  const text = t("{noun} {verb}", { noun: spelledNoun(noun), verb: spelledVerb(verb) })
  return (
    <li className="list-item">
      <span className="list-main">
        <span>
          {event.type === "application.quarantined" ? <Link to="/quarantine" search={{ submission: event.subject_id }}>{text}</Link> : page === undefined ? <strong>{text}</strong> : <Link to={page} params={{ id: event.subject_id }}>{text}</Link>}
          {name === undefined ? null : <>: {name}</>}
        </span>
        <span className="hint"><Actor of={event} names={names} /></span>
      </span>
      <span className="hint">#{event.sequence}, <Ago at={event.occurred_at} /></span>
    </li>
  )
}

const Actor = ({ names, of: { actor } }: { readonly of: Shown; readonly names: MemberNames }) => {
  if (actor.worker !== null) return <>{t("by background work")}</>
  if (actor.user_id === null) return <>{t("by an operator")}</>
  return <>{t("by {who}", { who: names.get(actor.user_id) ?? t("a member") })}</>
}
