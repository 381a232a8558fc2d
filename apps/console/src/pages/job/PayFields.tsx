/** What a job pays, and whether candidates see it. */
import { msg, t } from "../../language/text.tsx"
import { textOf } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Select, Switch, TextField } from "../../parts/Fields.tsx"
import { amountOf, amountText } from "./amounts.ts"
import type { Job } from "./loadBoard.ts"

const timeframes = choicesOf<NonNullable<Job["salary_timeframe"]>>({
  hour: msg("An hour"),
  day: msg("A day"),
  week: msg("A week"),
  month: msg("A month"),
  year: msg("A year")
})

/** What was typed; an amount whose text stays, stays. */
const amountIn = (form: FormData, name: "salary_min" | "salary_max", { [name]: present }: Job): number | null => {
  const text = textOf(form, name)
  const amount = text === amountText(present) ? present : amountOf(text)
  if (amount === undefined) throw new Error(t("“{text}” is no amount.", { text }))
  return amount
}

/** What was typed into the fields. */
export const payIn = (form: FormData, job: Job) => ({
  salary_min: amountIn(form, "salary_min", job),
  salary_max: amountIn(form, "salary_max", job),
  salary_currency: textOf(form, "salary_currency") || null,
  salary_timeframe: timeframes.of(textOf(form, "salary_timeframe")) ?? null,
  show_salary: textOf(form, "show_salary") === "yes"
})

export const PayFields = ({ job }: { readonly job: Job }) => (
  <fieldset className="pay">
    <legend>{t("Pay")}</legend>
    <div className="pay-amounts">
      <TextField label={t("At least")} name="salary_min" inputMode="decimal" defaultValue={amountText(job.salary_min)} />
      <TextField label={t("At most")} name="salary_max" inputMode="decimal" defaultValue={amountText(job.salary_max)} />
      <TextField label={t("Currency")} name="salary_currency" maxLength={3} placeholder={t("EUR")} defaultValue={job.salary_currency ?? ""} />
      <Select label={t("Paid for")} name="salary_timeframe" defaultValue={job.salary_timeframe ?? ""} options={[["", t("Not said")], ...timeframes.options]} />
    </div>
    <Switch label={t("Candidates see the pay")} name="show_salary" value="yes" defaultChecked={job.show_salary} />
  </fieldset>
)
