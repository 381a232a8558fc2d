/** Texts about rules for automatic emails. */
import type { MailRule } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useJobChoices, useTagChoices } from "../../api/choices.ts"
import { useLoaded, useLoadedPart } from "../../api/useLoaded.ts"
import { locale } from "../../language/language.ts"
import { type Marked, msg, t } from "../../language/text.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { spelled } from "../../parts/Status.tsx"
import { useDepartments, useOffices } from "../job/places.ts"
import { stageTypes } from "../job/stageTypes.ts"
import { useTemplates } from "./mails.ts"

export type Condition = MailRule["conditions"][number]
type Field = Condition["field"]

export const useMailRules = () =>
  useLoadedPart(["mail_rule"], (signal) => candor.mailRules.list({ signal }), ({ mail_rules }) => mail_rules)

export const triggers = choicesOf<MailRule["trigger"]>({
  application_received: msg("Someone applies on the careers site"),
  moved: msg("An applicant is moved to another stage"),
  rejected: msg("An applicant is rejected"),
  interview: msg("An interview is coming up"),
  unanswered: msg("A candidate hasn't answered an email")
})

export const fields = choicesOf<Field>({
  source_type: msg("Source"),
  tag: msg("Tag"),
  department_id: msg("Department"),
  office_id: msg("Office"),
  stage: msg("Stage"),
  stage_type: msg("Stage type"),
  rejection_reason: msg("Rejection reason")
})

export const units = [["1", msg("minutes")], ["60", msg("hours")], ["1440", msg("days")]] as const

/** Returns the number of minutes in the largest unit that divides the time evenly. */
export const unitOf = (minutes: number): number =>
  minutes === 0 ? 60 : [1440, 60].find((unit) => minutes % unit === 0) ?? 1

const delays: Readonly<Record<number, readonly [after: Marked, before: Marked]>> = {
  1: [
    msg("after {count, plural, one {# minute} other {# minutes}}"),
    msg("{count, plural, one {# minute} other {# minutes}} before")
  ],
  60: [
    msg("after {count, plural, one {# hour} other {# hours}}"),
    msg("{count, plural, one {# hour} other {# hours}} before")
  ],
  1440: [
    msg("after {count, plural, one {# day} other {# days}}"),
    msg("{count, plural, one {# day} other {# days}} before")
  ]
}

/** Describes the delay of an email: “after 2 days”. */
export const delayOf = ({ delay_minutes, trigger }: Pick<MailRule, "delay_minutes" | "trigger">): string => {
  if (delay_minutes === 0 && trigger === "application_received") return t("at once")
  const minutes = Math.max(
    delay_minutes,
    { application_received: 0, moved: 1, rejected: 1, interview: 60, unanswered: 1440 }[trigger]
  )
  const unit = unitOf(minutes)
  const [after, before] = delays[unit]!
  return t(trigger === "interview" ? before : after, { count: minutes / unit })
}

type Options = ReadonlyArray<readonly [value: string, name: string]>

const named = (rows: ReadonlyArray<{ readonly id: string; readonly name: string }> = []): Options =>
  rows.map(({ id, name }) => [id, name])

/** Loads the choices of a rule. */
export const useRuleChoices = () => {
  const { value: sources = [] } = useLoaded(
    ["sources", "all"],
    async (signal): Promise<Options> =>
      (await candor.overviews.sources({}, { signal })).source_types.map((
        { source_type }
      ) => [source_type, spelled(source_type)])
  )
  const { value: reasons } = useLoaded(["rejection_reason"], (signal) => candor.rejectionReasons.list({ signal }))
  const values: Readonly<Record<Field, Options>> = {
    source_type: sources,
    tag: useTagChoices(),
    department_id: named(useDepartments().value),
    office_id: named(useOffices().value),
    stage: [],
    stage_type: stageTypes.options,
    rejection_reason: reasons?.rejection_reasons.map(({ name }) => [name, name]) ?? []
  }
  return { jobs: useJobChoices(), templates: named(useTemplates().value?.mail_templates), values }
}

export type RuleChoices = ReturnType<typeof useRuleChoices>

const nameIn = (options: Options, value: string): string => options.find(([one]) => one === value)?.[1] ?? value

const listed = (texts: ReadonlyArray<string>, type: "conjunction" | "disjunction"): string =>
  new Intl.ListFormat(locale(), { type }).format(texts)

const valuesOf = ({ field, is }: Condition, { values }: RuleChoices): string =>
  listed(is.map((value) => field === "source_type" ? spelled(value) : nameIn(values[field], value)), "disjunction")

/** Returns a name for use within a sentence; English ones begin in lower case. */
const within = (name: string): string =>
  locale().startsWith("en") ? `${name.slice(0, 1).toLowerCase()}${name.slice(1)}` : name

const conditionOf = (condition: Condition, choices: RuleChoices): string => {
  const [field, values] = [within(fields.name(condition.field)), valuesOf(condition, choices)]
  return condition.negated === true
    ? t("{field} isn't {values}", { field, values })
    : t("{field} is {values}", { field, values })
}

const isTarget = ({ field, negated }: Condition): boolean =>
  negated !== true && (field === "stage" || field === "stage_type")

/** Describes a rule as a sentence: when, after which delay, which template, and for whom. */
export const sentenceOf = (rule: MailRule, choices: RuleChoices): string => {
  const { conditions, job_id, template_id, trigger } = rule
  const target = trigger === "moved" ? conditions.find(isTarget) : undefined
  const others = conditions.filter((condition) => condition !== target).map((condition) =>
    conditionOf(condition, choices)
  )
  const all = job_id === null
    ? others
    : [t("{field} is {values}", { field: within(t("Job")), values: nameIn(choices.jobs, job_id) }), ...others]
  const when = within(
    target === undefined
      ? triggers.name(trigger)
      : t("An applicant is moved to {stage}", { stage: valuesOf(target, choices) })
  )
  const [delay, template] = [delayOf(rule), nameIn(choices.templates, template_id)]
  return all.length === 0
    ? t("When {when}, {delay}: send “{template}”", { when, delay, template })
    : t("When {when}, {delay}: send “{template}” if {conditions}", {
      when,
      delay,
      template,
      conditions: listed(all, "conjunction")
    })
}
