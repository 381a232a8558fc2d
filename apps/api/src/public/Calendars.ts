/** Calendar feeds of members: the interviews that a member conducts, as far as the member may see them. */
import { roleAccess } from "@candor/domain/access/MemberRole"
import type { Interview } from "@candor/domain/interview/Interview"
import { uidOf } from "@candor/domain/interview/Invitation"
import { type FeedOwner, Invitations } from "@candor/domain/interview/Invitations"
import { Interviews } from "@candor/domain/interview/Interviews"
import { later, now } from "@candor/domain/Timestamp"
import type { OrganizationId, UserId } from "@candor/domain/Id"
import { notModified } from "@candor/contract/SafeWriting"
import { CurrentViewer, viewerOf } from "@candor/sql/database/Viewer"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { entityTag, sameState } from "../response/EntityTag.ts"
import * as Responses from "../response/Responses.ts"
import { feedOf } from "./FeedToken.ts"

const dayMillis = 86_400_000

/** Days before and after today that a feed covers, and its maximum number of interviews. */
const [pastDays, futureDays, maxEvents] = [90, 366, 2000]

const eventOf = (
  { application, ends_at, id, interviewer_instructions, link, location, starts_at, title, updated_at }: Interview
) =>
  starts_at === null || ends_at === null ? [] : [{
    uid: uidOf(id),
    sequence: 0,
    stamp: updated_at,
    starts_at,
    ends_at,
    summary: `${title}, ${application.candidate.full_name}`,
    description: [application.job.title, link, interviewer_instructions].filter((part) => part !== null).join("\n\n"),
    location: location ?? link,
    url: link
  }]

const make = Effect.gen(function*() {
  const interviews = yield* Interviews
  const invitations = yield* Invitations

  const calendar = Effect.fnUntraced(
    function*(organization_id: OrganizationId, member_id: UserId, { role }: FeedOwner) {
      const { feedFile } = yield* Effect.promise(() => import("@candor/mail/calendar/CalendarFile"))
      const time = yield* now
      const span = {
        member_id,
        is_held: true,
        from: later(time, -pastDays * dayMillis),
        to: later(time, futureDays * dayMillis)
      }
      const { items } = yield* interviews.within(organization_id, span, { limit: maxEvents, offset: 0 }).pipe(
        Effect.provideService(CurrentViewer, viewerOf(organization_id, member_id, roleAccess[role]))
      )
      return feedFile("Candor", items.flatMap(eventOf))
    }
  )

  return HttpRouter.add(
    "GET",
    "/calendars/:file",
    Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { file = "" } = yield* HttpRouter.params
      const feed = feedOf(file)
      const owner = feed === null ? null : yield* invitations.feed(feed.organization_id, feed.member_id)
      if (feed === null || owner === null || owner.secret === null || !owner.is_active || !feed.matches(owner.secret))
        return Responses.routeNotFound
      const text = yield* calendar(feed.organization_id, feed.member_id, owner)
      const etag = entityTag(text)
      const headers = { "cache-control": "private, no-cache", "content-disposition": "inline; filename=\"candor.ics\"" }
      const known = sameState(request.headers["if-none-match"], etag)
      return known === undefined
        ? HttpServerResponse.text(text, { contentType: "text/calendar; charset=utf-8", headers: { ...headers, etag } })
        : HttpServerResponse.empty({ status: notModified, headers: { ...headers, etag: known } })
    })
  )
})

export const layer = Layer.unwrap(make)
