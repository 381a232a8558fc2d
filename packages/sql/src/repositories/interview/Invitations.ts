/** Stored invitations, in rows of interviews, and the secrets of members' calendar feeds. */
import type { Actor } from "@candor/domain/access/Actor"
import type { InterviewId, OrganizationId, UserId } from "@candor/domain/Id"
import { type CalendarFeed, replace } from "@candor/domain/interview/CalendarFeed"
import { type InterviewState, noun } from "@candor/domain/interview/Interview"
import type { Invitation, Recipient } from "@candor/domain/interview/Invitation"
import { type FeedOwner, type InvitedInterview, Invitations } from "@candor/domain/interview/Invitations"
import { noun as memberNoun } from "@candor/domain/organization/Member"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { activeMember, isActiveKey } from "../../statements/Authentication.ts"
import type { Change } from "../../statements/Change.ts"
import { rowColumns, shownOf } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { columnsOf } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { seesJob } from "./Booking.ts"
import { letterLanguage } from "./LetterLanguage.ts"

/** The invitations of an interview `i`, each with its mail, which its key identifies (Invitation.ts of the domain). */
const made = `(
  SELECT coalesce(json_object_agg(e.key, e.value || jsonb_build_object('status', m.status, 'message_id', m.id)), '{}')
  FROM jsonb_each(i.invitations) e LEFT JOIN $messages m ON m.organization_id = $organization
    AND m.key = concat_ws(' ', 'invitation', i.id, e.key, e.value ->> 'sequence'))`

const members = `(
  SELECT coalesce(json_agg(json_build_object('id', u.id, 'full_name', u.full_name, 'email', u.email, 'is_active', u.status = 'active', 'sees_job', ${seesJob}, 'time_zone', u.schedule ->> 'time_zone')), '[]')
  FROM users u WHERE u.organization_id = $organization AND u.id = ANY (ARRAY(
    SELECT (x ->> 'member_id')::uuid FROM jsonb_array_elements(i.interviewers) x
    UNION SELECT CASE WHEN k <> 'candidate' THEN k::uuid END FROM jsonb_object_keys(i.invitations) k
    UNION SELECT (i.changed_by ->> 'member_id')::uuid
  )))`

const stored = rowColumns(noun)

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const get = (organization: OrganizationId, id: InterviewId) =>
    sql<InterviewState & Omit<InvitedInterview, "interview">>`
      SELECT ${
      sql.literal(`${columnsOf("i", stored)}, ${made} AS invitations, ${members} AS members,
        json_build_object('id', c.id, 'full_name', c.full_name, 'email', c.primary_email) AS candidate,
        json_build_object('id', j.id, 'title', j.title, 'language', ${letterLanguage}) AS job, o.name AS organization,
        CASE WHEN account.sender_email IS NOT NULL
          THEN json_build_object('name', coalesce(account.sender_name, o.name), 'email', account.sender_email) END AS sender`)
    }
      FROM $interviews i
      JOIN applications a ON a.organization_id = $organization AND a.id = i.application_id
      JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
      JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
      JOIN organizations o ON o.id = $organization
      LEFT JOIN mail_accounts account ON account.organization_id = $organization
      WHERE i.organization_id = $organization AND i.id = ${id} AND a.anonymised_at IS NULL AND ${
      sql.literal(ofVisibleJob)
    }
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.map(([row]): InvitedInterview | null => {
        if (row === undefined) return null
        const { candidate, invitations, job, members, organization, sender, ...interview } = row
        return { candidate, invitations, job, members, organization, sender, interview }
      })
    )

  const record = (organization: OrganizationId, id: InterviewId, recipient: Recipient, invitation: Invitation) =>
    sql`
      UPDATE interviews i SET invitations = jsonb_set(i.invitations, ARRAY[${recipient}::text], ${
      PgTypes.jsonb(invitation)
    })
      WHERE i.organization_id = ${organization} AND i.id = ${id}
    `.pipe(Effect.orDie, Effect.asVoid)

  const recordSaid: Invitations["Service"]["recordSaid"] = (organization, id, { recipient, said, sequence }) =>
    sql`
      UPDATE interviews i SET invitations = jsonb_set(i.invitations, ARRAY[${recipient}::text, 'content'], ${
      PgTypes.jsonb(said)
    })
      WHERE i.organization_id = ${organization} AND i.id = ${id}
        AND (i.invitations -> ${recipient}::text ->> 'sequence')::integer = ${sequence}::integer
    `.pipe(Effect.orDie, Effect.asVoid)

  /** A condition: the API key by which a feed of the member `u` was made is valid, or there is no such key. */
  const hasKey = `(u.calendar_key_id IS NULL
    OR EXISTS (SELECT FROM api_keys k WHERE k.organization_id = $organization AND k.id = u.calendar_key_id AND ${isActiveKey}))`

  const feed = (organization: OrganizationId, member: UserId) =>
    sql<FeedOwner>`
      SELECT ${
      sql.literal(`u.role, ${activeMember} AS is_active, CASE WHEN ${hasKey} THEN u.calendar_secret END AS secret,
        CASE WHEN ${hasKey} THEN ${iso("u.calendar_made_at")} END AS made_at`)
    }
      FROM users u WHERE u.organization_id = $organization AND u.id = ${member}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row ?? null))

  const loadFeed = ({ organization_id, user_id }: Actor) =>
    sql<CalendarFeed>`
      SELECT u.calendar_secret AS secret, ${sql.literal(shownOf(memberNoun, "u"))} AS member
      FROM users u WHERE u.organization_id = ${organization_id} AND u.id = ${user_id}
    `.pipe(Effect.orDie, Effect.map(([row]) => row!))

  const saveFeed = (change: Change<CalendarFeed, CalendarFeed>) => {
    const { before, context: { actor, now }, decided: { entity: { member, secret } }, organization_id } = change
    return save(sql, change, {
      saved: sql`
        UPDATE users u SET calendar_secret = ${secret}, calendar_made_at = CASE WHEN ${secret}::text IS NOT NULL THEN ${now}::timestamptz END,
          calendar_key_id = CASE WHEN ${secret}::text IS NOT NULL THEN ${actor.api_key_id}::uuid END
        WHERE u.organization_id = ${organization_id} AND u.id = ${member.id} AND u.calendar_secret IS NOT DISTINCT FROM ${before.secret}
        RETURNING u.id`
    })
  }

  const setFeed = (by: Actor, secret: string | null) =>
    Effect.asVoid(write({ actor: by, load: loadFeed(by), decide: (feed) => replace(feed, secret), save: saveFeed }))

  return Invitations.of({ get, record, recordSaid, feed, setFeed })
})

export const layer = Layer.effect(Invitations, make)
