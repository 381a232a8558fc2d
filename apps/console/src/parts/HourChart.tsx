/** A chart of the latest clock hours against a limit, and the same numbers as a table. */
import { t } from "../language/text.tsx"
import { Table } from "./Table.tsx"
import { clockTime, number } from "./Time.tsx"

interface Hour {
  /** The start of the hour. */
  readonly hour: string
  readonly requests: number
}

interface HourChartProps {
  readonly hours: ReadonlyArray<Hour>
  readonly limit: number
}

/** In units of the drawing: the width of an hour with its gap, the width of its bar, and the height. */
const [hourWidth, barWidth, height] = [10, 7, 100]

/** The minimum height of a bar for an hour with any requests. */
const least = 2

const timeOf = (hour: string): string => clockTime(new Date(hour))

const summary = ({ hours, limit }: HourChartProps): string => {
  const counts = hours.map(({ requests }) => requests)
  const full = counts.filter((count) => count >= limit).length
  const sum = counts.reduce((sum, count) => sum + count, 0)
  return t(
    "{sum, plural, one {# request} other {# requests}} in {hours, plural, one {# hour} other {# hours}}, at most {most} in an hour.",
    { sum, hours: hours.length, most: Math.max(0, ...counts) }
  ) +
    (full === 0 ? "" : ` ${t("The limit was reached in {full, plural, one {one hour} other {# hours}}.", { full })}`)
}

export const HourChart = ({ hours, limit }: HourChartProps) => {
  const words = summary({ hours, limit })
  const heightOf = (requests: number) => requests === 0 ? 0 : Math.max(least, Math.min(1, requests / limit) * height)
  return (
    <div className="chart">
      <p>{words}</p>
      <p className="chart-top hint" aria-hidden="true">{t("{limit} per hour", { limit: number(limit) })}</p>
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${hours.length * hourWidth} ${height}`}
        preserveAspectRatio="none"
      >
        {hours.map(({ hour, requests }, index) => (
          <rect
            key={hour}
            className={requests >= limit ? "full" : ""}
            x={index * hourWidth + (hourWidth - barWidth) / 2}
            y={height - heightOf(requests)}
            width={barWidth}
            height={heightOf(requests)}
          >
            <title>{`${timeOf(hour)}: ${number(requests)}`}</title>
          </rect>
        ))}
      </svg>
      <p className="row hint" aria-hidden="true">
        <span>{hours[0] === undefined ? "" : timeOf(hours[0].hour)}</span>
        <span>{t("This hour")}</span>
      </p>
      <details>
        <summary>{t("Show as table")}</summary>
        <Table
          rows={hours.toReversed()}
          keyOf={({ hour }) => hour}
          columns={[[t("Hour"), ({ hour }) => timeOf(hour)], [t("Requests"), ({ requests }) => number(requests)]]}
        />
      </details>
    </div>
  )
}
