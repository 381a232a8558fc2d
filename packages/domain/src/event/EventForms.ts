/** The types of events, each with its meaning and the form of its `data`. The OpenAPI document shows them. */
import type { Schema } from "effect"
import * as example from "../Example.ts"
import { type EventForm } from "../Noun.ts"
import { type NounEventType, nouns } from "../nouns.ts"
import type { MessageType } from "../webhook/WebhookDelivery.ts"
import { DeletedPart } from "../application/DeletedPart.ts"
import * as Data from "./EventData.ts"

const form = (data: EventForm["data"], summary: string, changed: Schema.JsonObject = {}): EventForm => ({
  data,
  summary,
  example: changed
})

const named = ({ id, name }: { readonly id: string; readonly name: string }) => ({ id, name })

const noProfile = { summary: null, extracted_json: null, provider: null, input_hash: null, completed_at: null } as const

const ofNouns = Object.fromEntries(nouns.flatMap(({ forms, subject }) =>
  Object.entries<EventForm>(forms).map(([verb, form]) => [`${subject}.${verb}`, form] as const)
)) as Readonly<Record<NounEventType, EventForm>>

/** Each type of event, and of webhook message. */
export const eventForms: Readonly<Record<MessageType, EventForm>> = {
  ...ofNouns,
  "ai_profile.requested": form(Data.RequestedProfileData, "An AI profile was requested", { status: "pending" }),
  "ai_profile.completed": form(Data.AiProfileData, "An AI profile was completed"),
  "ai_profile.failed": form(Data.AiProfileData, "An AI profile failed after its last attempt", {
    ...noProfile,
    status: "failed",
    attempts: 5,
    reason: "The extractor did not answer"
  }),
  "ai_profile.superseded": form(Data.AiProfileData, "An AI profile was not made, because the LinkedIn URL was changed before", {
    ...noProfile,
    status: "superseded",
    attempts: 0
  }),
  "ai_profile.deleted": form(Data.DeletedProfileData, "An AI profile was deleted"),
  "application.created": form(Data.ApplicationData, "A candidate applied for a job", {
    version: 1,
    stage_id: example.stages[0].id,
    stage: named(example.stages[0]),
    updated_at: example.time.applied
  }),
  "application.updated": form(
    Data.ApplicationData,
    "An application was changed, or a merge of its candidate, the anonymisation of the candidate or a deletion changed it"
  ),
  "application.moved": form(Data.MovedApplicationData, "An application was moved to another stage"),
  "application.rejected": form(Data.ApplicationData, "An application was rejected", {
    ...example.closed,
    status: "rejected",
    rejection_reason: "Salary expectations"
  }),
  "application.withdrawn": form(Data.ApplicationData, "An application was withdrawn", {
    ...example.closed,
    status: "withdrawn"
  }),
  "application.hired": form(Data.ApplicationData, "The candidate of an application was hired", {
    ...example.closed,
    status: "hired",
    stage_id: example.stages[4].id,
    stage: named(example.stages[4])
  }),
  "application.reopened": form(Data.ApplicationData, "A closed application was made active again"),
  "application.deleted": form(Data.DeletedApplicationData, "An application was deleted"),
  "attachment.added": form(Data.AttachmentData, "A file was added to an application", { text_status: "pending" }),
  "attachment.text_extracted": form(Data.AttachmentData, "The text of a file can be searched"),
  "attachment.text_failed": form(Data.AttachmentData, "The text of a file could not be extracted", {
    text_status: "failed",
    text_failure: "encrypted"
  }),
  "attachment.deleted": form(DeletedPart, "A file was deleted", { id: example.id.attachment }),
  "audit.erased": form(Data.ErasureData, "The data of an entity's events was erased"),
  "webhook.test": form(Data.TestData, "A test message, which an administrator asked for")
}

/** The schemas of all forms, each once. */
export const eventSchemas: ReadonlyArray<Schema.Codec<object, object>> = [
  ...new Set(Object.values(eventForms).map(({ data }) => data))
]
