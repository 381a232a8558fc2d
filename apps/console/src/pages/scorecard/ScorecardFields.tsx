/** Chooses the scorecard template of an interview, and the attributes to focus on. */
import { t } from "../../language/text.tsx"
import { Select } from "../../parts/Fields.tsx"
import { useScorecardTemplates } from "./templates.ts"

interface Props {
  /** Empty if there is none. */
  readonly template: string
  readonly focus: ReadonlyArray<string>
  readonly onChange: (template: string, focus: ReadonlyArray<string>) => void
}

export const ScorecardFields = ({ focus, onChange, template }: Props) => {
  const { value: templates } = useScorecardTemplates()
  if (templates === undefined) return null
  const offered = templates.filter(({ id, is_archived }) => !is_archived || id === template)
  if (offered.length === 0) return null
  const attributes = templates.find(({ id }) => id === template)?.sections.flatMap(({ attributes }) => attributes) ?? []
  const toggle = (id: string) =>
    onChange(template, focus.includes(id) ? focus.filter((other) => other !== id) : [...focus, id])
  return (
    <>
      <Select
        label={t("Scorecard")}
        value={template}
        onChange={({ target }) => onChange(target.value, [])}
        options={[["", t("None")], ...offered.map(({ id, name }) => [id, name] as const)]}
      />
      {attributes.length === 0 ? null : (
        <fieldset className="choice">
          <legend>{t("Focus (optional)")}</legend>
          <p className="hint">{t("What these interviewers should find out. Without a focus they cover everything.")}</p>
          {attributes.map(({ id, name }) => (
            <label key={id} className="check">
              <input type="checkbox" checked={focus.includes(id)} onChange={() => toggle(id)} />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}
