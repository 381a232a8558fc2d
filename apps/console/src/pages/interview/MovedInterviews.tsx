/** Interviews that a time zone update has moved, each with the two ways to resolve it. */
import { InvalidRequest, type MovedInterview } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { feedStaleTime } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { TextField } from "../../parts/Fields.tsx"
import { ifUnchanged } from "./interviews.ts"

export const MovedInterviews = () => {
  const { value } = useLoaded(
    ["interview", "moved"],
    (signal) => candor.interviews.moved({}, { signal }),
    feedStaleTime
  )
  if (value === undefined || value.interviews.length === 0) return null
  return (
    <section className="part" aria-labelledby="moved-interviews">
      <h2 id="moved-interviews">
        {t("{count, plural, one {An interview moved} other {# interviews moved}} by new time zone data", {
          count: value.interviews.length
        })}
      </h2>
      <p className="hint">
        {t("A law changed the clocks there. Choose which time is right; everyone who takes part is told.")}
      </p>
      <ul className="list">{value.interviews.map((moved) => <Moved key={moved.interview.id} moved={moved} />)}</ul>
    </section>
  )
}

const clock = (local: string): string => local.replace("T", " ")

const Moved = ({ moved: { interview, shown_start } }: { readonly moved: MovedInterview }) => {
  const { application: { candidate, id }, local_start, starts_at, time_zone, title } = interview
  const [override_reason, setReason] = useState(interview.override_reason ?? "")
  const [isTaken, setTaken] = useState(false)
  const action = useAction((body: Parameters<typeof candor.interviews.reschedule>[1]) =>
    ifUnchanged(
      interview,
      (options) =>
        candor.interviews.reschedule(interview.id, { ...body, override_reason: override_reason || null }, options)
    ).catch((error: unknown) => {
      setTaken(error instanceof InvalidRequest && error.details["reason"] === "slot_taken")
      throw error
    })
  )
  if (local_start === null || starts_at === null || time_zone === null) return null
  const [agreed, shown] = [clock(local_start), clock(shown_start)]
  return (
    <li>
      <p>
        <Link to="/applications/$id" params={{ id }} hash={interview.id}>{candidate.full_name}, {title}</Link>{" "}
        <span className="hint">
          {t("Agreed on: {agreed} in {zone}. Calendars show {shown} there now.", { agreed, shown, zone: time_zone })}
        </span>
      </p>
      {isTaken
        ? (
          <TextField
            label={t("Reason to book anyway")}
            maxLength={500}
            value={override_reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )
        : null}
      <div className="row">
        <Button pending={action.pending} onClick={() => void action.run({ local_start, time_zone })}>
          {t("Keep {time}", { time: agreed })}
        </Button>
        <Button pending={action.pending} onClick={() => void action.run({ starts_at, time_zone })}>
          {t("Change to {time}", { time: shown })}
        </Button>
      </div>
      <Problem text={action.error} />
    </li>
  )
}
