/** Chooses a time zone from a list by continent; typing the first letters of a city finds it. */
import { Select } from "./Fields.tsx"

interface Props {
  readonly label: string
  readonly hint?: string | undefined
  /** The initial zone, which this browser may know by another name. */
  readonly present: string
  readonly onChange?: (zone: string) => void
}

const zones = Intl.supportedValuesOf("timeZone").filter((zone) => zone.includes("/"))

const groups = [...Map.groupBy(zones, (zone) => zone.slice(0, zone.indexOf("/")))].map(
  ([area, ofArea]) =>
    [area, ofArea.map((zone) => [zone, zone.slice(area.length + 1).replaceAll("_", " ")] as const)] as const
)

/** The form has the zone's name as `time_zone`. */
export const ZoneField = ({ hint, label, onChange, present }: Props) => (
  <Select
    label={label}
    name="time_zone"
    translate="no"
    defaultValue={present}
    onChange={({ target }) => onChange?.(target.value)}
    options={["UTC", present].filter((zone, at, all) => !zones.includes(zone) && all.indexOf(zone) === at).map((
      zone
    ) => [zone, zone])}
    groups={groups}
    hint={hint}
  />
)
