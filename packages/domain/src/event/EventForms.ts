/** The types of events, each with its meaning and the form of its `data`. The OpenAPI document shows them. */
import type { Schema } from "effect"
import * as example from "../Example.ts"
import { Deleted, type EventForm } from "../Noun.ts"
import { type NounEventType, nouns } from "../nouns.ts"
import type { MessageType } from "../webhook/WebhookDelivery.ts"
import * as Data from "./EventData.ts"

const form = (data: EventForm["data"], summary: string, changed: Schema.JsonObject = {}): EventForm => ({
  data,
  summary,
  example: changed
})

const ofNouns = Object.fromEntries(nouns.flatMap(({ forms, subject }) =>
  Object.entries<EventForm>(forms).map(([verb, form]) => [`${subject}.${verb}`, form] as const)
)) as Readonly<Record<NounEventType, EventForm>>

/** Each type of event, and of webhook message. */
export const eventForms: Readonly<Record<MessageType, EventForm>> = {
  ...ofNouns,
  "api_key.created": form(Data.ApiKeyData, "An API key was created"),
  "api_key.updated": form(Data.ApiKeyData, "An API key was renamed"),
  "api_key.rotated": form(Data.ApiKeyData, "Another API key was made in the place of this one", {
    replaced_by: example.id.newKey
  }),
  "api_key.revoked": form(Data.ApiKeyData, "An API key was revoked", { revoked_at: example.time.closed }),
  "audit.erased": form(Data.ErasureData, "The data of an entity's events was erased"),
  "job.created": form(Data.JobData, "A job was created as a draft", {
    version: 1,
    status: "draft",
    stages: example.newStages
  }),
  "job.updated": form(Data.JobData, "A job was changed"),
  "job.stages_changed": form(Data.JobData, "The stages of a job were changed"),
  "job.published": form(Data.JobData, "A job was published"),
  "job.withdrawn": form(Data.JobData, "A job was made a draft again", { status: "draft" }),
  "job.closed": form(Data.JobData, "A job was closed", { status: "closed" }),
  "job.deleted": form(Deleted, "A job was deleted with its applications"),
  "member.added": form(Data.MemberData, "A member was added"),
  "member.updated": form(Data.MemberData, "A member's name was changed"),
  "member.role_changed": form(Data.MemberData, "A member's role was changed"),
  "member.deactivated": form(Data.MemberData, "A member was deactivated", { status: "deactivated" }),
  "member.reactivated": form(Data.MemberData, "A member was made active again"),
  "member.sign_in_link_created": form(Data.MemberData, "A link was made by which a member signs in to the console"),
  "member.password_set": form(Data.MemberData, "A member set a password for the console"),
  "member.identity_linked": form(Data.MemberData, "A member linked an account at the identity provider, to sign in to the console by it"),
  "member.passkey_added": form(Data.MemberData, "A member added a passkey for the console"),
  "member.passkey_removed": form(Data.MemberData, "A member removed a passkey"),
  "organization.updated": form(Data.OrganizationData, "The organization's name was changed"),
  "organization.plan_changed": form(Data.OrganizationData, "The organization got another plan"),
  "organization.retention_changed": form(Data.RetentionData, "The retention rule was set, changed or ended"),
  "prospect.discovered": form(Data.ProspectData, "A prospect was added to a search", {
    version: 1,
    status: "discovered",
    pipeline_stage: "not_contacted"
  }),
  "prospect.updated": form(Data.ProspectData, "A prospect was changed"),
  "prospect.email_changed": form(Data.ProspectData, "A prospect's e-mail address was set or replaced"),
  "prospect.shortlisted": form(Data.ProspectData, "A prospect was put on the shortlist"),
  "prospect.unshortlisted": form(
    Data.ProspectData,
    "A prospect was removed from the shortlist",
    { status: "discovered" }
  ),
  "prospect.converted": form(Data.ProspectData, "A prospect became a candidate with an application", {
    pipeline_stage: "converted",
    candidate_id: example.id.candidate,
    application_id: example.id.application
  }),
  "prospect.deleted": form(Data.DeletedProspectData, "A prospect was deleted"),
  "sourcing_search.created": form(Data.SourcingSearchData, "A sourcing search was created", { prospect_count: 0 }),
  "sourcing_search.updated": form(Data.SourcingSearchData, "A sourcing search was changed"),
  "sourcing_search.deleted": form(Deleted, "A sourcing search was deleted with its prospects", {
    id: example.id.search
  }),
  "webhook.created": form(Data.WebhookData, "A webhook was created"),
  "webhook.updated": form(Data.WebhookData, "A webhook was changed"),
  "webhook.enabled": form(Data.WebhookData, "A webhook was enabled"),
  "webhook.disabled": form(Data.WebhookData, "A webhook was disabled, by an administrator or because it failed for too long", {
    status: "disabled"
  }),
  "webhook.secret_rotated": form(Data.WebhookData, "A webhook got a new secret"),
  "webhook.deleted": form(Deleted, "A webhook was deleted", { id: example.id.webhook }),
  "webhook.test": form(Data.TestData, "A test message, which an administrator asked for")
}

/** The schemas of all forms, each once. */
export const eventSchemas: ReadonlyArray<Schema.Codec<object, object>> = [
  ...new Set(Object.values(eventForms).map(({ data }) => data))
]
