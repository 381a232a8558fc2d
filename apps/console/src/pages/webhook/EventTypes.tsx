/** The event types of a webhook: all, or those of some nouns or types, chosen from a list. */
import { eventTypes, type Webhook } from "@candor/client"
import { t } from "../../language/text.tsx"
import { useDialog } from "../../parts/DialogContext.ts"
import { spelledNoun, spelledVerb } from "../../parts/eventNames.ts"

type EventType = Webhook["event_types"][number]

const nounOf = (type: string): string => type.split(".")[0] ?? ""

/** The types of each noun; the first covers all of the noun's types. */
const nouns = Object.entries(Object.groupBy(eventTypes.filter((type) => type !== "*"), nounOf))

interface Props {
  readonly value: ReadonlyArray<EventType>
  readonly onChange: (value: ReadonlyArray<EventType>) => void
}

export const EventTypes = ({ onChange, value }: Props) => {
  const dialog = useDialog()
  const isAll = value.includes("*")
  const change = (after: ReadonlyArray<EventType>) => {
    dialog?.edited()
    onChange(after)
  }
  return (
    <fieldset className="choice">
      <legend>{t("Events")}</legend>
      <label className="check">
        <input type="radio" checked={isAll} onChange={() => change(["*"])} /> {t("All events, including future ones")}
      </label>
      <label className="check">
        <input type="radio" checked={!isAll} onChange={() => change([])} /> {t("Selected events")}
      </label>
      {isAll
        ? null
        : nouns.map(([noun, types = []]) => (
          <OneNoun key={noun} noun={noun} types={types} value={value} onChange={change} />
        ))}
    </fieldset>
  )
}

const OneNoun = (
  { noun, onChange, types: [all, ...types], value }: Props & {
    readonly noun: string
    readonly types: ReadonlyArray<EventType>
  }
) => {
  if (all === undefined) return null
  const hasAll = value.includes(all)
  const count = types.filter((type) => value.includes(type)).length
  const others = value.filter((type) => nounOf(type) !== noun)
  const toggle = (type: EventType) =>
    onChange(value.includes(type) ? value.filter((one) => one !== type) : [...value, type])
  return (
    <details className="noun">
      <summary>
        {spelledNoun(noun)}{" "}
        <span className="hint">
          {hasAll ? t("all") : count === 0 ? "" : t("{used} of {limit}", { used: count, limit: types.length })}
        </span>
      </summary>
      <label className="check">
        <input type="checkbox" checked={hasAll} onChange={() => onChange(hasAll ? others : [...others, all])} />{" "}
        {t("All: {noun}", { noun: spelledNoun(noun) })}
      </label>
      {hasAll ? null : types.map((type) => (
        <label key={type} className="check">
          <input type="checkbox" checked={value.includes(type)} onChange={() => toggle(type)} />{" "}
          {spelledVerb(type.slice(noun.length + 1))} <code className="hint">{type}</code>
        </label>
      ))}
    </details>
  )
}

/** Returns the chosen types; fails if there are none. */
export const chosenTypes = (value: ReadonlyArray<EventType>): Webhook["event_types"] => {
  if (value.length === 0) throw new Error(t("Choose at least one event."))
  return value
}
