/** The fields of a job about its pay. */
import { Schema } from "effect"
import * as example from "../Example.ts"
import { defaulted, labelled, nullable, without } from "../Field.ts"
import { spelled, synonyms } from "../Spelling.ts"
import { numberOrNull, orNull } from "../Text.ts"
import { Currency, ShownCurrency } from "./Currency.ts"
import { Amount } from "./Money.ts"

const SalaryTimeframe = Schema.Literals(["hour", "day", "week", "month", "year"])

const amount = (description: string, example: number) =>
  nullable(Amount, numberOrNull(Amount), { description, example, privacy: "kept" })

export const payFields = {
  show_salary: defaulted(Schema.Boolean, Schema.Boolean, {
    description: "Whether candidates may see the salary; false by default",
    example: true,
    privacy: "kept"
  }).pipe(without("listed")),
  salary_currency: nullable(ShownCurrency, orNull(Currency), {
    description: "The currency of the salary, as an ISO 4217 code; case is ignored",
    example: example.job.salary_currency,
    privacy: "kept"
  }).pipe(labelled("Currency", "Währung"), without("listed")),
  salary_timeframe: nullable(SalaryTimeframe, orNull(spelled(SalaryTimeframe, synonyms.salary_timeframe)), {
    description: "The pay period of the salary",
    example: example.job.salary_timeframe,
    privacy: "kept"
  }).pipe(without("listed")),
  salary_min: amount(
    "The lowest salary, in `salary_currency` for each `salary_timeframe`; at most `salary_max`",
    example.job.salary_min
  ).pipe(labelled("Minimum salary", "Mindestgehalt"), without("listed")),
  salary_max: amount(
    "The highest salary, in `salary_currency` for each `salary_timeframe`",
    example.job.salary_max
  ).pipe(labelled("Maximum salary", "Höchstgehalt"), without("listed")),
  equity_min: amount(
    "The lowest offered equity, in the organization's own unit; at most `equity_max`. Responses do not contain it",
    example.job.equity_min
  ).pipe(without("json", "listed", "event")),
  equity_max: amount(
    "The highest offered equity, in the organization's own unit. Responses do not contain it",
    example.job.equity_max
  ).pipe(without("json", "listed", "event"))
}
