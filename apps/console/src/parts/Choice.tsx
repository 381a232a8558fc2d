/** A filter of a list: one of some values, or any. */
import { spelled } from "./Status.tsx"

interface ChoiceProps {
  readonly label: string
  /** The text if nothing is chosen. */
  readonly any: string
  readonly options: ReadonlyArray<readonly [value: string, name: string]>
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

/** Also shows a value of the address that is not among the options, or not yet; an id then has no name. */
export const Choice = ({ any, label, onChange, options, value = "" }: ChoiceProps) => (
  <select
    className={value === "" ? "input fit" : "input fit chosen"}
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  >
    <option value="">{any}</option>
    {[...options, ...(value === "" || options.some(([one]) => one === value) ? [] : [[value, spelled(value)] as const])]
      .map(([one, name]) => <option key={one} value={one}>{name}</option>)}
  </select>
)
