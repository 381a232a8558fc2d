/** Creates or changes a rule for automatic emails, with a forecast of the mails it would have sent. */
import type { MailRule } from "@candor/client"
import { useState } from "react"
import { changesOf } from "../../api/changesOf.ts"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button, Form, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, Switch, TextField } from "../../parts/Fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { listOf, textOfList } from "../../parts/listOf.ts"
import { useDebounced } from "../../parts/useDebounced.ts"
import { LetterText } from "./LetterText.tsx"
import { type Condition, fields, type RuleChoices, triggers, unitOf, units } from "./mailRules.ts"

interface Props {
  readonly rule?: MailRule
  readonly choices: RuleChoices
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** The editable fields of a rule. */
type Values = Omit<MailRule, "created_at" | "id" | "updated_at">

/** A condition in the form, with its values in one text. */
interface Typed {
  readonly key: string
  readonly field: Condition["field"]
  readonly negated: boolean
  readonly text: string
}

const maxConditions = 10

const typedOf = ({ field, is, negated = false }: Condition): Typed => ({
  key: crypto.randomUUID(),
  field,
  negated,
  text: textOfList(is)
})

const writtenOf = ({ field, negated, text }: Typed): Condition => ({
  field,
  is: listOf(text),
  ...(negated ? { negated } : {})
})

const empty: Values = {
  name: "",
  trigger: "moved",
  job_id: null,
  conditions: [],
  template_id: "",
  delay_minutes: 0,
  is_on: true
}

export const RuleDialog = ({ choices, onClose, onSaved, rule }: Props) => {
  // The list behind the dialog may reload, so the dialog keeps the rule as it was opened.
  const [first] = useState((): Values => {
    const { conditions, delay_minutes, is_on, job_id, name, template_id, trigger } = rule ??
      { ...empty, template_id: choices.templates[0]?.[0] ?? "" }
    return { name, trigger, job_id, conditions, template_id, delay_minutes, is_on }
  })
  const [values, setValues] = useState(first)
  const [unit, setUnit] = useState(unitOf(first.delay_minutes))
  const [typed, setTyped] = useState<ReadonlyArray<Typed>>(() => first.conditions.map(typedOf))
  const { delay_minutes, is_on, job_id, name, template_id, trigger } = values
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes })
  const requested = { ...values, conditions: typed.map(writtenOf).filter(({ is }) => is.length > 0) }
  const save = useAction(async (_: FormData) => {
    await (rule === undefined
      ? candor.mailRules.create(requested)
      : candor.mailRules.update(rule.id, changesOf(requested, first)))
    onSaved()
  })
  if (choices.templates.length === 0) {
    return (
      <Dialog title={t("New automatic email")} onClose={onClose}>
        <p>{t("Create an email template first.")}</p>
      </Dialog>
    )
  }
  return (
    <Dialog title={rule === undefined ? t("New automatic email") : first.name} onClose={onClose}>
      <Form action={save} submit={t("Save")}>
        <TextField
          label={t("Name")}
          required
          value={name}
          onChange={({ target }) => change({ name: target.value })}
          help={t("Only your team sees this name.")}
        />
        <Select
          label={t("When")}
          value={trigger}
          onChange={({ target }) => change({ trigger: triggers.of(target.value) ?? trigger })}
          options={triggers.options}
          hint={trigger === "unanswered"
            ? t("Sent only while Candor can read replies. A booked interview counts as an answer.")
            : undefined}
        />
        <div className="server-row">
          <TextField
            label={trigger === "interview" ? t("Time before") : t("Delay")}
            type="number"
            min={0}
            max={60 * 1440 / unit}
            step={1}
            required
            value={delay_minutes / unit}
            onChange={({ target }) => change({ delay_minutes: Math.round(Number(target.value)) * unit })}
            help={t(
              "At least a minute after a move or a rejection, a day without an answer, and an hour before an interview. If it is undone first, no email is sent."
            )}
          />
          <Select
            label={t("Unit")}
            value={String(unit)}
            onChange={({ target }) => {
              const next = Number(target.value)
              setUnit(next)
              change({ delay_minutes: delay_minutes / unit * next })
            }}
            options={units.map(([value, unit]) => [value, t(unit)] as const)}
          />
        </div>
        <Select
          label={t("Email template")}
          value={template_id}
          onChange={({ target }) => change({ template_id: target.value })}
          options={choices.templates}
        />
        <Select
          label={t("Job")}
          value={job_id ?? ""}
          onChange={({ target }) => change({ job_id: target.value || null })}
          options={[["", t("All jobs")], ...choices.jobs]}
        />
        <Conditions typed={typed} choices={choices} onChange={setTyped} />
        <Switch
          label={t("Send these emails")}
          checked={is_on}
          onChange={({ target }) => change({ is_on: target.checked })}
          help={t("Emails that wait are canceled when you turn this off.")}
        />
        <Forecast of={requested} />
      </Form>
    </Dialog>
  )
}

interface ConditionsProps {
  readonly typed: ReadonlyArray<Typed>
  readonly choices: RuleChoices
  readonly onChange: (typed: ReadonlyArray<Typed>) => void
}

const Conditions = ({ choices, onChange, typed }: ConditionsProps) => {
  const set = (key: string, changes: Partial<Typed>) =>
    onChange(typed.map((one) => one.key === key ? { ...one, ...changes } : one))
  return (
    <fieldset className="stack">
      <legend>{t("Only if all of this is true (optional)")}</legend>
      {typed.map(({ field, key, negated, text }) => (
        <div key={key} className="condition">
          <Select
            label={t("Compare")}
            value={field}
            onChange={({ target }) => set(key, { field: fields.of(target.value) ?? field, text: "" })}
            options={fields.options}
          />
          <Select
            label={t("Comparison")}
            value={negated ? "not" : "is"}
            onChange={({ target }) => set(key, { negated: target.value === "not" })}
            options={[["is", t("is")], ["not", t("isn't")]]}
          />
          <Value options={choices.values[field]} text={text} onChange={(text) => set(key, { text })} />
          <button
            type="button"
            className="icon-button"
            aria-label={t("Remove condition")}
            onClick={() => onChange(typed.filter((one) => one.key !== key))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {typed.length < maxConditions
        ? (
          <Button
            look="quiet"
            onClick={() =>
              onChange([...typed, { key: crypto.randomUUID(), field: "source_type", negated: false, text: "" }])}
          >
            <Icon name="plus" />
            {t("Add condition")}
          </Button>
        )
        : null}
    </fieldset>
  )
}

interface ValueProps {
  readonly options: RuleChoices["values"]["tag"]
  readonly text: string
  readonly onChange: (text: string) => void
}

/** A known value; or free text with values separated by commas, if none are known or others were entered. */
const Value = ({ onChange, options, text }: ValueProps) => {
  const known = options.map(([value, name]) => [textOfList([value]), name] as const)
  return known.length === 0 || text !== "" && !known.some(([value]) => value === text)
    ? (
      <TextField
        label={t("Values")}
        required
        value={text}
        onChange={({ target }) => onChange(target.value)}
        hint={t("Separate with commas.")}
      />
    )
    : (
      <Select
        label={t("Value")}
        required
        value={text}
        onChange={({ target }) => onChange(target.value)}
        options={[["", t("Choose…")], ...known]}
      />
    )
}

/** The maximum number of waiting automatic emails (docs/limits.md). */
const maxWaiting = 10_000

/** The mails that a rule would have sent, with that to the latest of those applicants as an example. */
const Forecast = ({ of: { conditions, delay_minutes, job_id, template_id, trigger } }: { readonly of: Values }) => {
  const wanted = useDebounced(JSON.stringify({ trigger, job_id, conditions, delay_minutes }))
  const forecast = useLoaded(
    ["forecast", wanted],
    async (signal) => (await candor.mailRules.forecast(JSON.parse(wanted), { signal })).forecast
  ).value
  const [applicant] = forecast?.applications ?? []
  const mail = useLoaded(
    ["forecast", "mail", applicant?.id ?? "", template_id],
    async (signal) =>
      applicant === undefined || template_id === ""
        ? null
        : (await candor.messages.preview(applicant.id, { template_id, is_automatic: true }, { signal })).mail
  ).value
  if (forecast === undefined) return null
  return (
    <div className="letter">
      <p className="hint">
        {t("In the last 30 days, this would have applied {count, plural, =0 {to no one} one {once} other {# times}}.", {
          count: forecast.count
        })}
        {forecast.is_partial ? ` ${t("There may be more.")}` : null}
      </p>
      {forecast.waiting < maxWaiting ? null : (
        <p className="problem" role="alert">
          {t(
            "{count, number} automatic emails are waiting, and no more fit. Until some are sent, new ones are left out: what rules would have sent is shown here.",
            { count: maxWaiting }
          )}
        </p>
      )}
      {applicant === undefined || mail == null ? null : (
        <>
          <p className="hint">
            <Rich
              text="Preview for {name}, who applied for {job}."
              values={{ name: applicant.full_name, job: applicant.job_title }}
            />
          </p>
          <LetterText {...mail} />
        </>
      )}
    </div>
  )
}
