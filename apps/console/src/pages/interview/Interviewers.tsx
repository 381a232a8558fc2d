/** Chooses the interviewers of an interview: the job's team, and other members, each with their busy times that day. */
import type { Interview } from "@candor/client"
import { t } from "../../language/text.tsx"
import { Select } from "../../parts/Fields.tsx"
import { clocksOf, offsetOf, type PossibleInterviewer } from "./interviews.ts"
import type { Busy, Day } from "./useDay.ts"

interface Props {
  readonly members: ReadonlyArray<PossibleInterviewer>
  readonly chosen: ReadonlyArray<string>
  /** The interview as it would be scheduled; undefined until it has a time. */
  readonly planned: Interview | undefined
  readonly day: Day
  readonly onChange: (chosen: ReadonlyArray<string>) => void
}

export const Interviewers = ({ chosen, day, members, onChange, planned }: Props) => {
  const shown = members.filter(({ id, isInTeam }) => isInTeam || chosen.includes(id))
  const rest = members.filter((member) => !shown.includes(member))
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <fieldset className="choice interviewers">
      <legend>{t("Interviewers")}</legend>
      {shown.map((member) => (
        <div key={member.id}>
          <label className="check">
            <input type="checkbox" checked={chosen.includes(member.id)} onChange={() => toggle(member.id)} />
            {member.label}
          </label>
          {chosen.includes(member.id) && !member.sees
            ? (
              <p className="hint">
                {t("{name} can't see this job yet and will join the hiring team as interviewer.", {
                  name: member.label
                })}
              </p>
            )
            : null}
          {chosen.includes(member.id) && planned !== undefined
            ? <DayOf id={member.id} planned={planned} day={day} />
            : null}
        </div>
      ))}
      {rest.length === 0 ? null : (
        <Select
          label={t("Add another interviewer")}
          value=""
          onChange={({ target }) => toggle(target.value)}
          options={[["", t("Choose a member")], ...rest.map(({ id, label }) => [id, label] as const)]}
        />
      )}
    </fieldset>
  )
}

/** The busy times of interviewers who cannot be chosen here. */
export const DaysOf = (
  { chosen, day, members, planned }: Omit<Props, "onChange" | "planned"> & { readonly planned: Interview }
) => (
  <div className="interviewers">
    {members.filter(({ id }) => chosen.includes(id)).map(({ id, label }) => (
      <div key={id}>
        <p>{label}</p>
        <DayOf id={id} planned={planned} day={day} />
      </div>
    ))}
  </div>
)

/** Describes a busy time, in the interview's time zone. */
export const busyText = ({ by, interview, ...time }: Busy, planned: Interview): string => {
  if (by === "unread_calendar") return t("Their calendar can't be read")
  if (by === "holiday") return t("Public holiday")
  const clocks = clocksOf({ ...planned, ...time }, offsetOf(planned))
  if (interview !== undefined)
    return t("{clocks} {title}, {name}", {
      clocks,
      title: interview.title,
      name: interview.application.candidate.full_name
    })
  return by === "interview"
    ? t("{clocks} Another interview", { clocks })
    : t("{clocks} Busy in their calendar", { clocks })
}

const DayOf = (
  { day: { busy, stale }, id, planned }: { readonly id: string; readonly planned: Interview; readonly day: Day }
) => {
  const own = busy.filter(({ member_id }) => member_id === id)
  return (
    <ul className="hint day-of-interviewer">
      {own.length === 0
        ? <li>{t("Nothing else that day")}</li>
        : own.map((one) => <li key={`${one.by} ${one.starts_at}`}>{busyText(one, planned)}</li>)}
      {stale.has(id) && own.every(({ by }) => by !== "unread_calendar")
        ? <li>{t("Their calendar is out of date")}</li>
        : null}
    </ul>
  )
}
