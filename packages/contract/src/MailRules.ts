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
    named("MailRulePatch", "Changes to a rule of automatic emails. Omitted fields keep their values")
  )
})

/** The most applications that a forecast lists. */
export const maxNamed = 5

const Scope = Schema.Struct(Struct.pick(noun.create.fields, ["trigger", "job_id", "conditions", "delay_minutes"]))
  .pipe(named("MailRuleScope", "The part of a rule that determines when it applies"))

const Forecast = Schema.Struct({
  count: Schema.Int.pipe(
    described(`The number of times that the rule would have applied in the last ${forecastDays} days`, 12)
  ),
  is_partial: Schema.Boolean.pipe(
    described(`Whether there may be more: only the newest ${maxOccurrences} cases are checked`, false)
  ),
  waiting: Schema.Int.pipe(
    described(
      `The number of queued emails of all rules, at most ${maxWaitingLetters}. At this limit, rules queue no ` +
        "more emails until these are sent",
      3
    )
  ),
  applications: Schema.Array(Schema.Struct({
    id: ApplicationId,
    full_name: ShownLine.pipe(described("The name of the candidate", example.candidate.full_name)),
    job_title: ShownLine.pipe(described("The title of the job", example.job.title))
  })).pipe(described(`Some of the applications, latest first, at most ${maxNamed}`, []))
}).pipe(named("MailRuleForecast", "The number of times that a rule would have applied"))

export class MailRules extends HttpApiGroup.make("MailRules")
  .add(
    rules.all("by name", {}).annotateMerge(
      documented("List rules of automatic emails", "Returns all of them, by name.")
    ),
    rules.get.annotateMerge(documented("Get a rule of automatic emails", "Returns a rule.")),
    HttpApiEndpoint.post("create", "/mail-rules", {
      query: noQuery,
      payload: Draft,
      success: rules.single.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Create a rule of automatic emails",
        `An organization has at most ${limit} rules; more are 400 with \`details.limit\`. If several rules match ` +
          "a received or rejected application, the rule for its job applies, else the one with the most " +
          "conditions. A candidate gets one email per rule, unless there is another rejection, application or " +
          "interview. No email is sent for what happened before the rule was created, for imports, or if the " +
          "change was undone before the email's time."
      )
    ),
    rules.update.middleware(AdminScope).annotateMerge(
      documented(
        "Change a rule of automatic emails",
        "Queued emails keep their text and time. Those to which the rule no longer applies are cancelled."
      )
    ),
    rules.delete.middleware(AdminScope)
      .annotateMerge(
        documented("Delete a rule of automatic emails", "Queued emails are cancelled; sent emails are kept.")
      ),
    HttpApiEndpoint.post("forecast", "/mail-rules/forecast", {
      query: noQuery,
      payload: Scope,
      success: Schema.Struct({ forecast: Forecast }),
      error: bodyErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Count how often a rule would have applied",
        `Counts the last ${forecastDays} days, with applications as they are now. Stores and sends nothing.`
      )
    )
  )
  .annotate(OpenApi.Title, "Automatic emails")
  .annotate(OpenApi.Description, "Rules for automatic emails to candidates.")
{}
