/**
 * Sample events for tests of webhooks: each has the type and the form of a real event. The decisions make them of invented
 * entities.
 */
import { Result } from "effect"
import * as AiProfile from "../profile/AiProfile.ts"
import * as ApiKey from "../access/ApiKey.ts"
import type { ApplicationState } from "../application/Application.ts"
import * as Attachment from "../attachment/Attachment.ts"
import * as AttachmentText from "../attachment/AttachmentText.ts"
import * as Candidate from "../candidate/Candidate.ts"
import * as CandidateMerge from "../candidate/CandidateMerge.ts"
import type { DomainEvent } from "../Decision.ts"
import type { Event } from "../event/Event.ts"
import { AiProfileId, AttachmentId } from "../Id.ts"
import * as InterviewFeedback from "../feedback/InterviewFeedback.ts"
import * as Job from "../job/Job.ts"
import * as Member from "../organization/Member.ts"
import * as Note from "../note/Note.ts"
import * as Organization from "../organization/Organization.ts"
import * as SignIn from "../access/SignIn.ts"
import * as Prospect from "../sourcing/Prospect.ts"
import * as SourcingSearch from "../sourcing/SourcingSearch.ts"
import * as Stage from "../job/Stage.ts"
import type { Timestamp } from "../Timestamp.ts"
import { ofApplications, ofReasons } from "./SampleApplications.ts"
import { contextFrom, eventsOf, idOf, now, organization_id, workerContext } from "./SampleContext.ts"
import * as Webhook from "./Webhook.ts"
import type { MessageType } from "./WebhookDelivery.ts"

const linkedin_url = "https://www.linkedin.com/in/ada-sample"

const organization: Organization.OrganizationDetail = {
  id: organization_id,
  name: "Example",
  plan: "starter",
  publish_limit: 5,
  published_jobs: 3,
  retention: null,
  created_at: now
}

const ofJobs = (): { readonly job: Job.JobState; readonly events: ReadonlyArray<DomainEvent> } => {
  const draft = { title: "Engineer", department: "Product", location: "Remote", description_md: "# What you do" }
  const created = Result.getOrThrow(Job.create(draft, new Set(), contextFrom(100)))
  const after = (job: Job.JobState, patch: Job.JobPatch) => Result.getOrThrow(Job.update(job, patch, organization))
  const updated = after(created.entity, { employment_type: "full_time" })
  const [first] = updated.entity.stages
  const renamed = Stage.update(updated.entity.stages, first!.id, { name: "New" })
  const staged = Result.getOrThrow(Job.withStages(updated.entity, renamed))
  const published = after(staged.entity, { status: "published" })
  const others = [after(published.entity, { status: "draft" }), after(published.entity, { status: "closed" })]
  return {
    job: published.entity,
    events: [...eventsOf(created, updated, staged, published, ...others), Job.deleted(created.entity.id)]
  }
}

const ofCandidates = () => {
  const draft = {
    full_name: "Ada Sample",
    primary_email: "ada.sample@example.com",
    linkedin_url,
    years_experience: 7,
    university: "University of Example"
  }
  const created = Result.getOrThrow(Candidate.create(draft, contextFrom(200)))
  const { candidate } = created.entity
  const updated = Result.getOrThrow(
    Candidate.update(candidate, { website_url: "https://ada.example.com/" }, contextFrom(210))
  )
  const anonymised = Result.getOrThrow(Candidate.anonymise(candidate, contextFrom(220)))
  const other = Result.getOrThrow(Candidate.create({ ...draft, linkedin_url: null }, contextFrom(230))).entity.candidate
  const [merged, unmerged] = ofMerge(other, candidate)
  const removed = Result.getOrThrow(Candidate.remove(candidate))
  return { candidate, events: eventsOf(created, updated, merged, unmerged, anonymised, removed) }
}

/** A candidate that is merged into another one, and the undo. */
const ofMerge = (candidate: Candidate.CandidateState, into: Candidate.CandidateState) => {
  const present = { applications: 0, profiles: { moved: 0, present: 1 }, rivals: [], sequence: 0 }
  const merged = Result.getOrThrow(CandidateMerge.merge({ candidate, into, ...present }, contextFrom(240)))
  const undo = { ...merged.entity, duplicates: [], applications: [], profiles: [], prospects: [], merges: [] }
  const stored = { id: candidate.id, merged_at: merged.entity.merged_at, latest_id: candidate.id, undo }
  return [merged, Result.getOrThrow(CandidateMerge.unmerge({ ...stored, into: merged.entity.into }, contextFrom(250)))] as const
}

const ofProfiles = (candidate: Candidate.CandidateState): ReadonlyArray<DomainEvent> => {
  const pending: AiProfile.AiProfileState = {
    ...AiProfile.request(linkedin_url, AiProfileId.make(idOf(300)), now),
    candidate_id: candidate.id,
    summary: null,
    extracted_json: null,
    attempts: 0,
    reason: null,
    provider: null,
    model: null,
    input_hash: null,
    completed_at: null,
    version: 1
  }
  const { entity: started } = Result.getOrThrow(AiProfile.start(pending, workerContext, true))
  const facts = {
    headline: "Engineer",
    current_company: "Example",
    skills: ["SQL"],
    languages: ["English"],
    education: [{ school: "University of Example" }],
    years_experience: 7
  }
  const extraction = { facts, summary: "Seven years of engineering.", provider: "rules", model: "rules" }
  return eventsOf(
    Result.getOrThrow(AiProfile.complete(started, started.version, extraction, "0".repeat(64), workerContext)),
    Result.getOrThrow(AiProfile.fail(started, started.version, "The profile could not be read")),
    Result.getOrThrow(AiProfile.start(pending, workerContext, false)),
    Result.getOrThrow(AiProfile.remove(pending))
  )
}

const ofNotes = ({ id }: ApplicationState): ReadonlyArray<DomainEvent> => {
  const written = Result.getOrThrow(Note.write(id, { note: "Called." }, contextFrom(500)))
  return eventsOf(
    written,
    Result.getOrThrow(Note.edit(written.entity, { note: "Called twice." }, contextFrom(510))),
    Result.getOrThrow(Note.remove(written.entity, contextFrom(520)))
  )
}

const ofAttachments = ({ id }: ApplicationState): ReadonlyArray<DomainEvent> => {
  const file = { file_type: "resume", original_filename: "resume.pdf", content_type: "application/pdf", size_bytes: 48_211 } as const
  const context = contextFrom(640)
  const added = Result.getOrThrow(Attachment.add(id, AttachmentId.make(context.nextId()), file, context))
  return eventsOf(
    added,
    Result.getOrThrow(AttachmentText.extract(added.entity, "Engineer")),
    Result.getOrThrow(AttachmentText.fail(added.entity, "encrypted")),
    Result.getOrThrow(Attachment.remove(added.entity))
  )
}

const ofFeedback = ({ id }: ApplicationState): ReadonlyArray<DomainEvent> => {
  const draft = { interview_type: "onsite", rating: "yes", body: "Hire." } as const
  const submitted = Result.getOrThrow(InterviewFeedback.submit(id, draft, contextFrom(600)))
  return eventsOf(
    submitted,
    Result.getOrThrow(InterviewFeedback.revise(submitted.entity, { rating: "strong_yes" }, contextFrom(610))),
    Result.getOrThrow(InterviewFeedback.remove(submitted.entity, contextFrom(620)))
  )
}

const ofSourcing = ({ candidate, id }: ApplicationState): ReadonlyArray<DomainEvent> => {
  const search = Result.getOrThrow(SourcingSearch.create({ name: "Engineers" }, contextFrom(700)))
  const draft = { full_name: "Alan Sample", current_title: "Engineer", email: "alan.sample@example.com" }
  const discovered = Result.getOrThrow(Prospect.discover(search.entity.id, [draft], [], contextFrom(710)))
  const [prospect] = discovered.entity
  const shortlisted = Result.getOrThrow(Prospect.shortlist(prospect!))
  return eventsOf(
    search,
    Result.getOrThrow(SourcingSearch.update(search.entity, { query: "title:engineer" })),
    Result.getOrThrow(SourcingSearch.remove(search.entity)),
    discovered,
    Result.getOrThrow(Prospect.update(prospect!, { pipeline_stage: "contacted" })),
    Result.getOrThrow(Prospect.setEmail(prospect!, { email: "alan@example.com" })),
    shortlisted,
    Result.getOrThrow(Prospect.unshortlist(shortlisted.entity)),
    Result.getOrThrow(Prospect.linkTo(prospect!, { candidate_id: candidate.id, application_id: id })),
    Result.getOrThrow(Prospect.remove(prospect!))
  )
}

const ofOrganizations = (): ReadonlyArray<DomainEvent> =>
  eventsOf(
    Result.getOrThrow(Organization.update(organization, { name: "Example Inc." }, { now })),
    Result.getOrThrow(Organization.update(organization, { retention: { anonymise_after_months: 12 } }, { now })),
    Result.getOrThrow(Organization.setPlan(organization, "growth"))
  )

const ofMembers = (): { readonly member: Member.Member; readonly events: ReadonlyArray<DomainEvent> } => {
  const draft = { full_name: "Mary Sample", email: "mary.sample@example.com", role: "write" } as const
  const added = Result.getOrThrow(Member.add(draft, null, contextFrom(840)))
  const after = (member: Member.Member, patch: Member.MemberPatch) =>
    Result.getOrThrow(Member.update({ ...member, has_other_admin: true }, patch))
  const deactivated = after(added.entity, { status: "deactivated" })
  return {
    member: added.entity,
    events: eventsOf(
      added,
      after(added.entity, { full_name: "Mary B. Sample" }),
      after(added.entity, { role: "admin" }),
      deactivated,
      after(deactivated.entity, { status: "active" }),
      ...ofSignIns(added.entity)
    )
  }
}

const ofSignIns = (member: Member.Member) => {
  const none = { member, organization, password_hash: null, link_expires_at: null, passkeys: [], identities: [], session: null }
  const link = Result.getOrThrow(SignIn.issueLink(none, contextFrom(860)))
  const draft = { name: "Laptop", credential_id: "credential", public_key: "key", counter: 0 }
  const withPasskey = Result.getOrThrow(SignIn.addPasskey(none, draft, contextFrom(880)))
  const { entity: { passkeys: [passkey] } } = withPasskey
  const identity = { issuer: "https://id.example", subject: "1" }
  const linked = Result.getOrThrow(SignIn.linkIdentity(link.entity, identity, contextFrom(875)))
  return [
    link,
    Result.getOrThrow(SignIn.redeemLink(link.entity, "hash", contextFrom(870))),
    linked,
    Result.getOrThrow(SignIn.unlinkIdentity(linked.entity, identity, contextFrom(878))),
    withPasskey,
    Result.getOrThrow(SignIn.removePasskey(withPasskey.entity, passkey!.id, contextFrom(890)))
  ]
}

const ofKeys = (member: Member.Member): ReadonlyArray<DomainEvent> => {
  const issuing = { member, active_keys: 1 }
  const created = Result.getOrThrow(ApiKey.create({ name: "Careers site", scope: "read" }, issuing, contextFrom(850)))
  return eventsOf(
    created,
    Result.getOrThrow(ApiKey.update(created.entity, { name: "Careers page" })),
    Result.getOrThrow(ApiKey.rotate(created.entity, {}, issuing, contextFrom(860))),
    Result.getOrThrow(ApiKey.revoke(created.entity, contextFrom(870)))
  )
}

const ofWebhooks = (): ReadonlyArray<DomainEvent> => {
  const policy = { development: false, isPublicAddress: () => true }
  const created = Result.getOrThrow(
    Webhook.create({ url: "https://hooks.example.com/" }, "whsec_", policy, contextFrom(800))
  )
  const { entity: webhook } = created
  const disabled = Result.getOrThrow(Webhook.disable(webhook, "The receiver answered 410: it wants no more", workerContext))
  return [
    ...eventsOf(
      created,
      Result.getOrThrow(Webhook.update(webhook, { description: "Ours" }, policy, contextFrom(810))),
      disabled,
      Result.getOrThrow(Webhook.update(disabled.entity, { status: "enabled" }, policy, contextFrom(820))),
      Result.getOrThrow(Webhook.rotateSecret(webhook, {}, "whsec_", contextFrom(830)))
    ),
    Webhook.deleted(webhook.id)
  ]
}

const samples = (): ReadonlyMap<string, DomainEvent["data"]> => {
  const { events: jobs, job } = ofJobs()
  const { candidate, events: candidates } = ofCandidates()
  const { events: rejectionReasons, reasons } = ofReasons()
  const { application, events: applications } = ofApplications(job, candidate, reasons)
  const { events: members, member } = ofMembers()
  const events = [
    ...jobs,
    ...candidates,
    ...ofProfiles(candidate),
    ...rejectionReasons,
    ...applications,
    ...ofNotes(application),
    ...ofAttachments(application),
    ...ofFeedback(application),
    ...ofSourcing(application),
    ...ofOrganizations(),
    ...members,
    ...ofKeys(member),
    ...ofWebhooks()
  ]
  return new Map<string, DomainEvent["data"]>([
    ["webhook.test", { message: "This webhook can be reached." }],
    // No decision returns these two: the audit log writes the second.
    ["audit.erased", { subject_id: candidate.id, sequences: [1, 2] }],
    ...events.map(({ data, type }) => [type, data] as const)
  ])
}

let cached: ReadonlyMap<string, DomainEvent["data"]> | undefined

/** Returns the sample of a type with these ids and this time. Its sequence number is 0, which no event has. */
export const sampleEvent = (
  type: MessageType,
  fields: { readonly id: string; readonly subject_id: string; readonly request_id: string; readonly occurred_at: Timestamp }
): Event => {
  cached ??= samples()
  return {
    ...fields,
    type,
    sequence: 0,
    actor: { user_id: null, api_key_id: null, worker: "webhooks" },
    data: cached.get(type) ?? {}
  }
}
