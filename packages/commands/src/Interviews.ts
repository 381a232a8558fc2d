/** `candor interviews …` */
import { InterviewId } from "@candor/domain/Id"
import { Interviews } from "@candor/domain/interview/Interviews"
import { type MovedInterview, movedInterviews, timeKeeping } from "@candor/domain/interview/MovedInterviews"
import { reschedule } from "@candor/domain/interview/Scheduling"
import { CurrentZones } from "@candor/domain/time/Zones"
import type { StartPosition } from "@candor/domain/Pagination"
import { now, type Timestamp } from "@candor/domain/Timestamp"
import * as ZoneFiles from "@candor/files/ZoneFiles"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { existing, operator, organization } from "./Organization.ts"
import { CommandRefused, json, print, table } from "./Output.ts"

const ids = Argument.String("id").pipe(
  Argument.withDescription("Only these interviews; all that moved, where none is given"),
  Argument.withSchema(InterviewId),
  Argument.variadic()
)

const keep = Flag.Literals("keep", ["local", "instant"]).pipe(
  Flag.withDescription(
    "Change them: `local` keeps the time on clocks that people agreed on, `instant` the time that is in calendars now"
  ),
  Flag.optional
)

const moved = Command.make(
  "moved",
  { organization, ids, keep, json },
  Effect.fnUntraced(function*({ ids, keep, organization, ...options }) {
    yield* existing(organization)
    const [interviews, zones] = [yield* Interviews, yield* CurrentZones]
    const from: (at: Timestamp, after?: StartPosition) => Effect.Effect<ReadonlyArray<MovedInterview>> = (at, after) =>
      Effect.flatMap(
        movedInterviews(interviews, organization, zones, at, after),
        ({ items, next }) =>
          next === undefined ? Effect.succeed(items) : Effect.map(from(at, next), (rest) => [...items, ...rest])
      )
    const all = yield* from(yield* now)
    const found = all.filter(({ appointment: { interview } }) => ids.length === 0 || ids.includes(interview.id))
    const unknown = ids.filter((id) => !found.some(({ appointment: { interview } }) => interview.id === id))
    if (unknown.length > 0)
      return yield* new CommandRefused({ message: `These interviews did not move: ${unknown.join(", ")}.` })
    const shown = found.map((
      { appointment: { interview: { application, id, title }, local_start, starts_at, time_zone }, instant, shown }
    ) => ({
      id,
      title,
      candidate: application.candidate.full_name,
      time_zone,
      local_start,
      starts_at,
      shown_start: shown,
      local_instant: instant
    }))
    if (Option.isNone(keep)) {
      const rows = shown.map((
        one
      ) => [one.id, one.time_zone, one.local_start, one.shown_start, one.candidate, one.title])
      const lines = table(["ID", "TIME ZONE", "AGREED ON", "NOW SHOWN", "CANDIDATE", "TITLE"], rows)
      return yield* print(
        options,
        shown,
        ...(rows.length === 0 ? [`No interviews moved by the time zones of ${zones.version}.`] : lines)
      )
    }
    const by = yield* operator(organization, "interviews moved")
    const outcomes = yield* Effect.forEach(found, (one) => {
      const { id, interviewers } = one.appointment.interview
      const time = timeKeeping(one, keep.value)
      const members = interviewers.map(({ member_id }) => member_id)
      return interviews.modify(
        by,
        id,
        () => ({ members, time }),
        (interview, availability, context) =>
          reschedule(interview, { reason: `Time zones of ${zones.version}` }, time, availability, context)
      ).pipe(
        Effect.as({ id, starts_at: time.starts_at, local_start: time.local_start, refused: null }),
        Effect.catchTags({
          CandidateTaken: () => Effect.succeed({ id, refused: "the candidate has another interview at that time" }),
          SlotTaken: () =>
            Effect.succeed({ id, refused: "an interviewer has another interview or is busy at that time" }),
          TransitionRefused: () => Effect.succeed({ id, refused: "it is no longer scheduled" }),
          InterviewNotFound: () => Effect.succeed({ id, refused: "it is no longer there" }),
          TimeRefused: Effect.die
        })
      )
    })
    yield* print(
      options,
      outcomes,
      ...outcomes.map((one) =>
        one.refused === null
          ? `${one.id} is at ${one.local_start} (${one.starts_at}).`
          : `${one.id} stays as it was: ${one.refused}.`
      )
    )
  })
).pipe(
  Command.withDescription(
    "List the interviews to come that newer data of time zones moved, and change them; who takes part is told"
  ),
  Command.withExamples([{ command: "candor interviews moved --organization <id> --keep local" }])
)

export const interviews = Command.make("interviews").pipe(
  Command.withDescription("Find interviews that moved because a time zone's rules changed"),
  Command.withSubcommands([moved]),
  Command.provide(ZoneFiles.layer)
)
