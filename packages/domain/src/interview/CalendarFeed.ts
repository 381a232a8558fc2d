/** The calendar feed of a member: the interviews that the member holds, at an address with a secret. */
import { type Decision, decided, unchanged } from "../Decision.ts"
import { type Member, noun as members } from "../organization/Member.ts"

export interface CalendarFeed {
  readonly member: Member
  /** A hash of the secret in the address; null where there is no feed. */
  readonly secret: string | null
}

/** Makes the feed, in the place of the one before, or ends it with null. Its events have no secret. */
export const replace = (feed: CalendarFeed, secret: string | null): Decision<CalendarFeed, never> =>
  feed.secret === secret
    ? unchanged(feed)
    : decided(
      { ...feed, secret },
      members.event(secret === null ? "calendar_feed_ended" : "calendar_feed_made", feed.member)
    )
