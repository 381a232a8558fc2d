/** The next times at which the chosen interviewers and the candidate are free, each selectable by one click. */
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { useDebounced } from "../../parts/useDebounced.ts"
import { clockOf, shortDayOf } from "./interviews.ts"

interface Props {
  readonly application: string
  readonly chosen: ReadonlyArray<string>
  readonly minutes: string
  readonly zone: string
  readonly onChoose: (time: { readonly date: string; readonly time: string }) => void
}

/** The maximum number of shown times: the first of each day, and one near its middle. */
const most = 6

export const FreeTimes = ({ application, chosen, minutes, onChoose, zone }: Props) => {
  const length = useDebounced(minutes)
  const { value } = useLoaded(
    ["interview", "free", application, chosen.join(), length, zone],
    async (signal) => {
      const asked = Number(length)
      if (chosen.length === 0 || asked < 5 || asked > 720) return null
      const query = { member_ids: chosen.join(), minutes: asked, time_zone: zone }
      return (await candor.schedulingLinks.freeTimes(application, query, { signal })).times
    }
  )
  if (value === undefined || value === null) return null
  const days = Map.groupBy(value.map(({ local_start }) => local_start), (local) => local.slice(0, 10))
  const shown = [...days.values()].flatMap((ofDay) => [...new Set([ofDay[0]!, ofDay[Math.floor(ofDay.length / 2)]!])])
    .slice(0, most)
  return shown.length === 0
    ? <p className="hint">{t("In the next two weeks there is no time at which everyone is free.")}</p>
    : (
      <div className="free-times" role="group" aria-label={t("Times at which everyone is free")}>
        <span className="hint">{t("Everyone is free:")}</span>
        {shown.map((local) => {
          const [date = "", time = ""] = local.split("T")
          const millis = Date.parse(`${local}Z`)
          return (
            <Button key={local} look="quiet" onClick={() => onChoose({ date, time })}>
              {shortDayOf(millis)}, {clockOf(millis)}
            </Button>
          )
        })}
      </div>
    )
}
