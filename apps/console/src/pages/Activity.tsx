/** The page that shows the change feed live. */
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { Event } from "@candor/client"
import { candor } from "../api/Client.ts"
import { newestSequence } from "../api/followFeed.ts"
import { textIn } from "../api/textIn.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { useEvents, useIsLive } from "../feed/Feed.tsx"
import { t } from "../language/text.tsx"
import { spelledEvent } from "../parts/eventNames.ts"
import { Badge, Empty, Page, Show } from "../parts/Page.tsx"
import { Ago } from "../parts/Time.tsx"
import { type MemberNames, useMemberNames } from "../api/memberNames.ts"
import { namesOf } from "../api/namesOf.ts"
import { cardOf } from "../feed/reloadAfter.ts"
import { actorNamed, said } from "../feed/said.ts"
import { useSession } from "../session/CurrentSession.tsx"

/** The number of events that are shown at first, and the maximum. */
const recent = 20
const maxShown = 200

/** Milliseconds for which loaded names count as fresh. */
const namesMillis = 300_000

/** The ids in an event: its own subject, or the application, candidate or job that it belongs to. */
interface Ids {
  readonly application: string | undefined
  readonly candidate: string | undefined
  readonly job: string | undefined
}

interface About {
  readonly candidate?: string | undefined
  readonly job?: string | undefined
}

/** An event without its data, which can be a megabyte, except for what a line shows of it. */
interface Shown extends Omit<Event, "data"> {
  readonly name: string | undefined
  readonly about: About | undefined
  readonly ids: Ids
  /** Returns the sentence for the event with this actor; undefined if the type has none. */
  readonly say: (actor: string) => string | undefined
}

const shownOf = (all: Event): Shown => {
  const { data, ...event } = all
  const card = cardOf(all)
  const [noun = ""] = event.type.split(".")
  const idOf = (owner: string) => noun === owner ? event.subject_id : textIn(data, `${owner}_id`)
  const told = {
    ...event,
    data: card === undefined ? null : { candidate: card.candidate, job: card.job, stage: card.stage }
  } as Event
  return {
    ...event,
    name: nameOf(data),
    about: card === undefined ? undefined : { candidate: card.candidate.full_name, job: card.job.title },
    ids: { application: idOf("application"), candidate: idOf("candidate"), job: idOf("job") },
    say: (actor) => said(told, actor)
  }
}

/** Adds an event at the top, unless it is already shown. */
const withEvent = (events: ReadonlyArray<Shown>, event: Event): ReadonlyArray<Shown> =>
  events.some(({ id }) => id === event.id) ? events : [shownOf(event), ...events].slice(0, maxShown)

/** Loads the names of an event's application, candidate or job, if its data has none. */
const useAbout = ({ about, ids: { application, candidate, job } }: Shown): About => {
  const key = about === undefined ? [application, candidate, job].find((id) => id !== undefined) ?? "" : ""
  const { value } = useLoaded<About>(["activity", key], async () => {
    const named = key === "" ? undefined : await namesOf(key)
    return { candidate: named?.candidate ?? undefined, job: named?.job ?? undefined }
  }, namesMillis)
  return about ?? value ?? {}
}

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
      lead={t("Every change in your organization, as it happens.")}
      actions={
        <span role="status">
          <Badge tone={isLive ? "good" : "neutral"}>{isLive ? t("Live") : t("Connecting")}</Badge>
        </span>
      }
    >
      <Show of={before}>
        {() =>
          shown.length === 0
            ? <Empty title={t("No activity yet")} />
            : (
              <ol className="list" aria-label={t("Events, newest first")}>
                {shown.map((event) => <Row key={event.id} event={event} names={names} />)}
              </ol>
            )}
      </Show>
    </Page>
  )
}

/** The page of an event's subject, by type. */
const pages: Readonly<Record<string, "/applications/$id" | "/candidates/$id" | "/jobs/$id" | "/sourcing/$id">> = {
  application: "/applications/$id",
  candidate: "/candidates/$id",
  job: "/jobs/$id",
  sourcing_search: "/sourcing/$id"
}

/** Returns the name of an event's subject, if its data has one. */
const nameOf = (data: Event["data"]): string | undefined =>
  ["title", "full_name", "name", "original_filename", "subject", "url"].map((field) => Object(data)[field]).find((
    value
  ) => typeof value === "string")

const Row = ({ event, names }: { readonly event: Shown; readonly names: MemberNames }) => {
  const [noun = ""] = event.type.split(".")
  const { candidate, job } = useAbout(event)
  const sentence = useSentence(event, names)
  const text = sentence ?? spelledEvent(event.type)
  const { application, candidate: person, job: ofJob } = event.ids
  const page = pages[noun]
  const named = [...new Set([event.name, candidate, job].filter((one) => one !== undefined && !text.includes(one)))]
    .join(" · ")
  const link = event.type === "application.quarantined"
    ? <Link to="/quarantine" search={{ submission: event.subject_id }}>{text}</Link>
    : page !== undefined
    ? <Link to={page} params={{ id: event.subject_id }}>{text}</Link>
    : application !== undefined
    ? <Link to="/applications/$id" params={{ id: application }}>{text}</Link>
    : person !== undefined
    ? <Link to="/candidates/$id" params={{ id: person }}>{text}</Link>
    : ofJob !== undefined
    ? <Link to="/jobs/$id" params={{ id: ofJob }}>{text}</Link>
    : <strong>{text}</strong>
  return (
    <li className="list-item">
      <span className="list-main activity-line">
        <span>{link}</span>
        <span className="hint">
          {[named, ...(sentence === undefined ? [t("by {who}", { who: whoOf(event, names) })] : [])].filter((one) =>
            one !== ""
          ).join(" · ")}
        </span>
      </span>
      <span className="hint">
        <Ago at={event.occurred_at} />
      </span>
    </li>
  )
}

/** Returns the cause of an event that has no sentence. */
const whoOf = ({ actor }: Shown, names: MemberNames): string => {
  if (actor.worker !== null) return actor.worker === "applicant" ? t("the candidate") : "Candor"
  return actor.user_id === null ? t("an operator") : names.get(actor.user_id) ?? t("a member")
}

/** Returns the sentence about what a member did; undefined for other actors, since sentences are about members. */
const useSentence = ({ actor, say }: Shown, names: MemberNames): string | undefined => {
  const { user } = useSession()
  if (actor.user_id === null) return undefined
  return say(actor.user_id === user.id ? t("You") : actorNamed(names.get(actor.user_id)))
}
