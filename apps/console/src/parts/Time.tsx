/** Times as people read them, with the exact one for machines and on hovering. */

const units: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60]
]

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" })
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" })

/** `3 hours ago`, `in 2 days`. */
export const ago = (timestamp: string): string => {
  const seconds = (Date.parse(timestamp) - Date.now()) / 1000
  const unit = units.find(([, length]) => Math.abs(seconds) >= length)
  return unit === undefined ? "just now" : relative.format(Math.trunc(seconds / unit[1]), unit[0])
}

/** `4 days`, `5 hours`. */
export const duration = (seconds: number): string => {
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ["minute", 60]
  const count = Math.max(1, Math.floor(seconds / length))
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

export const Ago = ({ at }: { readonly at: string }) => <time dateTime={at} title={exact.format(new Date(at))}>{ago(at)}</time>

export const Day = ({ at }: { readonly at: string }) => <time dateTime={at} title={exact.format(new Date(at))}>{day.format(new Date(at))}</time>
