/** The calendar feed of a member: the interviews that they hold, at an address that contains a secret. */
import { type Decision, decided, unchanged } from "../Decision.ts"
import { type Member, noun as members } from "../organization/Member.ts"

export interface CalendarFeed {
  readonly member: Member
  /** The hash of the secret in the address; null if there is no feed. */
  readonly secret: string | null
}

/** Replaces the feed, or ends it with null. Its events do not contain the secret. */
export const replace = (feed: CalendarFeed, secret: string | null): Decision<CalendarFeed, never> =>
  feed.secret === secret
    ? unchanged(feed)
    : decided(
      { ...feed, secret },
      members.event(secret === null ? "calendar_feed_ended" : "calendar_feed_made", feed.member)
    )
