/** One of a few values that filters what is below. */

interface TabsProps {
  readonly label: string
  readonly tabs: ReadonlyArray<readonly [value: string, name: string]>
  readonly value: string
  readonly onChange: (value: string) => void
}

export const Tabs = ({ label, onChange, tabs, value }: TabsProps) => (
  <div className="tabs" role="group" aria-label={label}>
    {tabs.map(([one, name]) => (
      <button key={one} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>{name}</button>
    ))}
  </div>
)
