/** Chooses the interviewers of an interview: the job's team, and others, each with what else they have that day. */
import type { Interview } from "@candor/client"
import { t } from "../../language/text.tsx"
import { Select } from "../../parts/Fields.tsx"
import { clocksOf, offsetOf, type PossibleInterviewer } from "./interviews.ts"

interface Props {
  readonly members: ReadonlyArray<PossibleInterviewer>
  readonly chosen: ReadonlyArray<string>
  /** The interview as it will be; undefined until it has a time. */
  readonly planned: Interview | undefined
  /** The other interviews of its day. */
  readonly others: ReadonlyArray<Interview>
  readonly onChange: (chosen: ReadonlyArray<string>) => void
}

export const Interviewers = ({ chosen, members, onChange, others, planned }: Props) => {
  const shown = members.filter(({ id, isInTeam }) => isInTeam || chosen.includes(id))
  const rest = members.filter((member) => !shown.includes(member))
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <fieldset className="choice interviewers">
      <legend>{t("Interviewers")}</legend>
      {shown.map((member) => (
        <div key={member.id}>
          <label className="check"><input type="checkbox" checked={chosen.includes(member.id)} onChange={() => toggle(member.id)} />{member.label}</label>
          {chosen.includes(member.id) ? <Hints member={member} planned={planned} others={others} /> : null}
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

const Hints = ({ member: { id, label, sees }, others, planned }: Pick<Props, "others" | "planned"> & { readonly member: PossibleInterviewer }) => {
  const own = others.filter(({ interviewers }) => interviewers.some(({ member_id, response }) => member_id === id && response !== "declined"))
  return (
    <>
      {sees ? null : <p className="hint">{t("{name} can't see this job yet and will join the hiring team as interviewer.", { name: label })}</p>}
      {planned === undefined ? null : (
        <ul className="hint day-of-interviewer">
          {own.length === 0 ? <li>{t("No other interviews that day")}</li> : own.map((other) => (
            <li key={other.id}>{t("{clocks} {title}, {name}", { clocks: clocksOf(other, offsetOf(planned)), title: other.title, name: other.application.candidate.full_name })}</li>
          ))}
        </ul>
      )}
    </>
  )
}
