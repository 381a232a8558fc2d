/** Rules for automatic emails to candidates. */
import { described, named } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { ApplicationId, MailRuleId } from "@candor/domain/Id"
import { mailRules, noun } from "@candor/domain/mail/MailRule"
import { forecastDays, maxOccurrences, maxWaitingLetters } from "@candor/domain/mail/MailRules"
import { ShownLine } from "@candor/domain/Text"
import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { bodyErrors, documented, noQuery, resourceErrors } from "./Endpoint.ts"
import { resourceOperations } from "./ResourceOperations.ts"

/** The names of mail rules in responses and paths. */
export const names = { one: "mail_rule", many: "mail_rules", param: "ruleId" } as const

const { limit: { limit } } = mailRules

const Draft = noun.create.pipe(named("MailRuleDraft", "A new rule of automatic emails"))

const rules = resourceOperations({
  names,
  path: "/mail-rules",
  id: MailRuleId,
  item: noun.json,
  draft: Draft,
  patch: noun.update.pipe(
    named("MailRulePatch", "Changes of a rule of automatic emails. A field that is left out stays")
  )
})

/** The most applications that a forecast lists. */
export const maxNamed = 5

const Scope = Schema.Struct(Struct.pick(noun.create.fields, ["trigger", "job_id", "conditions", "delay_minutes"]))
  .pipe(named("MailRuleScope", "The part of a rule that says when it applies"))

const Forecast = Schema.Struct({
  count: Schema.Int.pipe(described(`How often the rule would have applied in the last ${forecastDays} days`, 12)),
  is_partial: Schema.Boolean.pipe(
    described(`Whether it may have been more: the newest ${maxOccurrences} times are looked at`, false)
  ),
  waiting: Schema.Int.pipe(
    described(
      `How many emails of all rules wait, at most ${maxWaitingLetters}: then no more are queued, and what a rule leads to until these are sent is left out`,
      3
    )
  ),
  applications: Schema.Array(Schema.Struct({
    id: ApplicationId,
    full_name: ShownLine.pipe(described("The name of the candidate", example.candidate.full_name)),
    job_title: ShownLine.pipe(described("The title of the job", example.job.title))
  })).pipe(described(`Some of the applications, the latest first, at most ${maxNamed}`, []))
}).pipe(named("MailRuleForecast", "How often a rule would have applied"))

export class MailRules extends HttpApiGroup.make("MailRules")
  .add(
    rules.all("by name", {}).annotateMerge(documented("List rules of automatic emails", "All of them, by name.")),
    rules.get.annotateMerge(documented("Get a rule of automatic emails", "Returns a rule.")),
    HttpApiEndpoint.post("create", "/mail-rules", {
      query: noQuery,
      payload: Draft,
      success: rules.single.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Create a rule of automatic emails",
        `An organization has at most ${limit} rules; beyond it: 400 with \`details.limit\`. Of several rules for received or rejected applications, the one for the job, or ` +
          "else with the most conditions applies. A candidate gets one email of a rule, unless another rejection, application or interview follows; none " +
          "for what happened before the rule was made, for imports, and where it was undone by the time of the email."
      )
    ),
    rules.update.middleware(AdminScope).annotateMerge(
      documented(
        "Change a rule of automatic emails",
        "Emails that wait keep their text and time. Those to whom it no longer applies are canceled."
      )
    ),
    rules.delete.middleware(AdminScope)
      .annotateMerge(
        documented("Delete a rule of automatic emails", "Emails that wait are canceled; those that were sent stay.")
      ),
    HttpApiEndpoint.post("forecast", "/mail-rules/forecast", {
      query: noQuery,
      payload: Scope,
      success: Schema.Struct({ forecast: Forecast }),
      error: bodyErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Count how often a rule would have applied",
        `In the last ${forecastDays} days, to applications as they are now. Stores and sends nothing.`
      )
    )
  )
  .annotate(OpenApi.Title, "Automatic emails")
  .annotate(OpenApi.Description, "Rules by which candidates get automatic emails.")
{}
