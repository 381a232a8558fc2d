/** Rules for automatic emails to candidates: the trigger, the applications, the delay, and the template. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { defaulted, id, inLists, labelled, list, nullable, required, time, version } from "../Field.ts"
import { JobId, MailRuleId, MailTemplateId } from "../Id.ts"
import { declare, Deleted } from "../Noun.ts"
import { resource } from "../Resource.ts"
import { spelled } from "../Spelling.ts"
import { Line, ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { type Comparison, meets } from "../Where.ts"

/** The event that triggers a rule's email. */
export const MailTrigger = Schema.Literals(["application_received", "moved", "rejected", "interview", "unanswered"])
export type MailTrigger = typeof MailTrigger.Type

/** The fields that conditions compare. */
const ConditionField = Schema.Literals([
  "source_type",
  "tag",
  "department_id",
  "office_id",
  "stage",
  "stage_type",
  "rejection_reason"
])

/** The most conditions of a rule, and the most values of a condition. */
export const [maxConditions, maxValues] = [10, 50]

const conditionOf = <Text extends typeof Line | typeof ShownLine>(text: Text) =>
  Schema.Struct({
    field: ConditionField.pipe(described("The property to compare. A `stage` is compared by name", "source_type")),
    is: Schema.Array(text).check(
      Schema.isMinLength(1, { expected: "at least one value" }),
      Schema.isMaxLength(maxValues, { expected: `at most ${maxValues} values` })
    )
      .pipe(described("The property must have one of these values; case is ignored", ["LinkedIn"])),
    negated: Schema.optionalKey(Schema.Boolean).pipe(
      described("Whether the property must have none of the values; `false` by default", false)
    )
  })

export const MailCondition = conditionOf(ShownLine).pipe(
  named("MailCondition", "A condition of a rule of automatic emails")
)
export type MailCondition = typeof MailCondition.Type

const MailConditionDraft = conditionOf(Line).pipe(
  named("MailConditionDraft", "A condition of a rule of automatic emails, in a request")
)

const [minute, hour, day] = [1, 60, 1440]

/** The longest delay of a rule, in minutes. */
const maxDelay = 60 * day

/**
 * The least delay of emails, in minutes. It gives members time to take back a move or rejection by mistake, whatever
 * the organization has chosen.
 */
const least: Readonly<Record<MailTrigger, number>> = {
  application_received: 0,
  moved: minute,
  rejected: minute,
  interview: hour,
  unanswered: day
}

const Delay = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: maxDelay }, { expected: `an integer from 0 to ${maxDelay}` })
)

export const noun = declare({
  subject: "mail_rule",
  label: ["Automatic email", "Automatische E-Mail"],
  description: "A rule for automatic emails to candidates",
  table: "mail_rules",
  sees: { some: [{ field: "job_id", is: null }, { of: "job" }] },
  fields: {
    id: id(MailRuleId),
    name: required(ShownLine, Line, {
      description: "The name, unique in the organization, ignoring case",
      example: "Invitation to a first interview",
      privacy: "kept"
    }).pipe(inLists),
    trigger: required(MailTrigger, spelled(MailTrigger), {
      description:
        "`application_received` on the careers site; `moved` to another stage; `rejected`; `interview` with a " +
        "time; `unanswered` if the candidate has not answered a member's email, which is not sent while no " +
        "mailbox for replies works",
      example: "moved",
      privacy: "kept"
    }),
    job_id: nullable(JobId, Schema.NullOr(JobId), {
      description: "The job whose applications the rule applies to; null for all jobs",
      example: null,
      privacy: "kept"
    }),
    conditions: list(
      Schema.Array(MailCondition),
      Schema.Array(MailConditionDraft).check(
        Schema.isMaxLength(maxConditions, { expected: `at most ${maxConditions} conditions` })
      ),
      {
        description:
          `The conditions that the application must all meet, at most ${maxConditions}. Empty for every application`,
        example: [{ field: "stage_type", is: ["interview"] }],
        privacy: "kept"
      }
    ),
    template_id: required(MailTemplateId, MailTemplateId, {
      description: "The template of the email, which is filled in when the email is queued",
      example: "01a0e7a1-3c52-7b90-8d1e-42f6a07c95e8",
      privacy: "kept"
    }),
    delay_minutes: defaulted(Delay, Delay, {
      description:
        `The delay in minutes, at most ${maxDelay}; 0 by default. At least a minute after a move or a rejection, ` +
        "and a day for `unanswered`. For an `interview`, the time before its beginning, at least an hour",
      example: 1440,
      privacy: "kept"
    }).pipe(labelled("Delay", "Verzögerung", { widget: "own" })),
    is_on: defaulted(Schema.Boolean, Schema.Boolean, {
      description: "Whether emails are sent; `true` by default. Turning it off cancels queued emails",
      example: true,
      privacy: "kept"
    }),
    created_at: time(Timestamp, "When the rule was made", example.time.webhookCreated).pipe(inLists),
    updated_at: time(Timestamp, "When the rule was last changed", example.time.webhookCreated).pipe(inLists),
    version
  },
  events: {
    created: { summary: "A rule of automatic emails was made", example: { version: 1 } },
    updated: { summary: "A rule of automatic emails was changed" },
    deleted: { summary: "A rule of automatic emails was deleted", data: Deleted }
  }
})

export type MailRule = typeof noun.json.Type
export type MailRuleState = typeof noun.row.Type

/** Rules as a resource. Deleting a rule cancels its waiting emails. */
export const mailRules = resource(noun, {
  limit: { what: "rules of automatic emails of an organization", limit: 100 },
  unique: "name",
  references: [
    { field: "template_id", subject: "mail_template", constraint: "mail_rules_template" },
    { field: "job_id", subject: "job", constraint: "mail_rules_job" }
  ],
  initial: { delay_minutes: 0, is_on: true }
})

/** The fields of an application that rules compare. */
export interface RuledApplication extends Readonly<Record<Exclude<typeof ConditionField.Type, "tag">, string | null>> {
  readonly job_id: JobId
  readonly tag: ReadonlyArray<string>
}

/** The fields of a rule that determine when it applies. */
export type MailRuleScope = Pick<MailRuleState, "conditions" | "delay_minutes" | "job_id" | "trigger">

const comparisonOf = ({ field, is, negated = false }: MailCondition): Comparison => {
  const some = { some: is.map((value) => ({ field, is: value })) }
  return negated ? { not: some } : some
}

/** Tells whether a rule applies to an application. */
export const isFor = (
  { conditions, job_id }: Pick<MailRuleScope, "conditions" | "job_id">,
  application: RuledApplication
): boolean =>
  (job_id === null || job_id === application.job_id) &&
  meets({ every: conditions.map(comparisonOf) }, { ...application })

/** Returns the delay of a rule's emails, in minutes. */
export const delayOf = ({ delay_minutes, trigger }: Pick<MailRuleScope, "delay_minutes" | "trigger">): number =>
  Math.max(delay_minutes, least[trigger])

/** Triggers for which a candidate gets only one email: that of the most specific rule. */
const single: ReadonlySet<MailTrigger> = new Set(["application_received", "rejected"])

const weight = ({ conditions, job_id }: MailRuleState): number =>
  conditions.length + (job_id === null ? 0 : maxConditions + 1)

/** Returns the enabled rules that apply to an application. */
export const applying = (
  rules: ReadonlyArray<MailRuleState>,
  trigger: MailTrigger,
  application: RuledApplication
): ReadonlyArray<MailRuleState> => {
  const all = rules.filter((rule) => rule.is_on && rule.trigger === trigger && isFor(rule, application))
  return single.has(trigger)
    ? all.toSorted((one, other) => weight(other) - weight(one) || (one.id < other.id ? -1 : 1)).slice(0, 1)
    : all
}
