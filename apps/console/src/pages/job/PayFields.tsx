/** The pay of a job, and whether candidates see it. */
import { msg, t } from "../../language/text.tsx"
import { textOf } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { Select, Switch, TextField } from "../../parts/Fields.tsx"
import { amountOf, amountText } from "./amounts.ts"
import type { Job } from "./loadBoard.ts"

const timeframes = choicesOf<NonNullable<Job["salary_timeframe"]>>({
  hour: msg("Hour"),
  day: msg("Day"),
  week: msg("Week"),
  month: msg("Month"),
  year: msg("Year")
})

/** Reads an amount; if its text is unchanged, the stored amount stays. */
const amountIn = (form: FormData, name: "salary_min" | "salary_max", { [name]: present }: Job): number | null => {
  const text = textOf(form, name)
  const amount = text === amountText(present) ? present : amountOf(text)
  if (amount === undefined)
    throw new Error(t("“{text}” isn't a valid amount. Enter a number, for example 52000.", { text }))
  return amount
}

/** Reads the pay from the fields. */
export const payIn = (form: FormData, job: Job) => ({
  salary_min: amountIn(form, "salary_min", job),
  salary_max: amountIn(form, "salary_max", job),
  salary_currency: textOf(form, "salary_currency") || null,
  salary_timeframe: timeframes.of(textOf(form, "salary_timeframe")) ?? null,
  show_salary: textOf(form, "show_salary") === "yes"
})

export const PayFields = ({ job }: { readonly job: Job }) => (
  <fieldset className="pay">
    <legend>{t("Salary")}</legend>
    <div className="pay-amounts">
      <TextField label={t("Minimum")} name="salary_min" inputMode="decimal" defaultValue={amountText(job.salary_min)} />
      <TextField label={t("Maximum")} name="salary_max" inputMode="decimal" defaultValue={amountText(job.salary_max)} />
      <TextField
        label={t("Currency")}
        name="salary_currency"
        maxLength={3}
        placeholder={t("EUR")}
        defaultValue={job.salary_currency ?? ""}
      />
      <Select
        label={t("Pay period")}
        name="salary_timeframe"
        defaultValue={job.salary_timeframe ?? ""}
        options={[["", t("Not specified")], ...timeframes.options]}
      />
    </div>
    <Switch label={t("Show salary to candidates")} name="show_salary" value="yes" defaultChecked={job.show_salary} />
  </fieldset>
)
