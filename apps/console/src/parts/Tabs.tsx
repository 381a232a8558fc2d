/** Tabs: one of a few values that filters the content below. */
import { type Marked, t } from "../language/text.tsx"

interface TabsProps<Value extends string> {
  readonly label: string
  readonly tabs: ReadonlyArray<readonly [value: Value, name: Marked]>
  readonly value: Value
  readonly onChange: (value: Value) => void
}

export const Tabs = <Value extends string>({ label, onChange, tabs, value }: TabsProps<Value>) => (
  <div className="tabs" role="group" aria-label={label}>
    {tabs.map(([one, name]) => (
      <button
        key={one}
        type="button"
        aria-pressed={one === value}
        onClick={() => onChange(one)}
      >
        {t(name)}
      </button>
    ))}
  </div>
)
