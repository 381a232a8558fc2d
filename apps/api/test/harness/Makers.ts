/** Creates things over HTTP, like an organization's own programs. */
import type { ApplicationDetail } from "@candor/domain/application/Application"
import type { AttachmentDetail } from "@candor/domain/attachment/Attachment"
import type { ApiKey } from "@candor/domain/authentication/ApiKey"
import type { AiProfileDetail } from "@candor/domain/candidate/AiProfile"
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import type { InterviewFeedback } from "@candor/domain/feedback/InterviewFeedback"
import type { Interview } from "@candor/domain/interview/Interview"
import type { PlannedInterview } from "@candor/domain/interview/PlannedInterview"
import type { JobDetail } from "@candor/domain/job/Job"
import type { Message } from "@candor/domain/mail/Message"
import type { Note } from "@candor/domain/note/Note"
import type { Member } from "@candor/domain/organization/Member"
import type { RejectionReason } from "@candor/domain/rejection/RejectionReason"
import type { FeedbackRequest } from "@candor/domain/request/FeedbackRequest"
import type { Prospect } from "@candor/domain/sourcing/Prospect"
import type { Submission } from "@candor/domain/submission/Submission"
import type { SourcingSearch } from "@candor/domain/sourcing/SourcingSearch"
import type { StageDetail } from "@candor/domain/job/Stage"
import type { Webhook } from "@candor/domain/webhook/Webhook"
import type { WebhookDelivery } from "@candor/domain/webhook/WebhookDelivery"
import { names, operation, parts, pathParameters } from "../conformance/operations.ts"
import { type Call, having, type JsonObject } from "./Client.ts"
import { atAllHours, freshInterview } from "./FreshInterview.ts"
import { type MadeIds, otherIds } from "./Ids.ts"
import { knownElsewhere } from "./KnownElsewhere.ts"
import { ruled } from "./RuleMaker.ts"
import { scored } from "./ScoredInterview.ts"

/** A mail account whose server cannot be reached. */
export const unreachable = {
  sender_email: "jobs@harbor-analytics.example",
  smtp: { host: "127.0.0.1", port: 25, security: "tls", username: null }
}

/** Returns a unique email address. */
export const freshEmail = (): string => `${crypto.randomUUID()}@example.com`

/** Makes a form with a file. */
export const upload = (
  file = new File(["%PDF-1.7\n%%EOF"], "grace-hopper.pdf", { type: "application/pdf" })
): FormData => {
  const form = new FormData()
  form.append("file", file)
  form.append("file_type", "resume")
  return form
}

/** The ids of an application with everything it can have. */
export const wholeApplication = [
  "candidateId",
  "profileId",
  "id",
  "questionId",
  "noteId",
  "feedbackId",
  "requestId",
  "plannedInterviewId",
  "interviewerId",
  "replacementId",
  "interviewId",
  "linkId",
  "attachmentId",
  "queuedMessageId",
  "ownNoteId",
  "ownAttachmentId"
] as const

export type Makers = ReturnType<typeof makers>

/** Functions that create things with a writer's key, and with an admin's; `more` replaces default fields. */
export const makers = (call: Call, writer: string, admin: string) => {
  const create = async <Body>(path: string, body: JsonObject, key = writer): Promise<Body> =>
    having(201)(await call<Body>("POST", path, { key, body })).body

  const job = async (more: JsonObject = {}) =>
    (await create<{ job: JobDetail }>("/jobs", { title: "Staff Engineer", ...more })).job
  const stage = async (jobId: string, more: JsonObject = {}) =>
    (await create<{ stage: StageDetail }>(`/jobs/${jobId}/stages`, { name: "Reference check", ...more })).stage
  const candidate = async (more: JsonObject = {}) =>
    (await create<{ candidate: CandidateDetail }>("/candidates", {
      full_name: "Grace Hopper",
      primary_email: freshEmail(),
      ...more
    })).candidate
  /** Requests a profile from the candidate's LinkedIn URL. */
  const profile = async (candidate_id: string) =>
    having(201)(
      await call<{ ai_profile: AiProfileDetail }>("POST", `/candidates/${candidate_id}/ai-profiles`, { key: writer })
    )
      .body.ai_profile

  /** Returns the id of a candidate that was merged into another. */
  const merged = async (): Promise<string> => {
    const [one, other] = [await candidate(), await candidate()]
    having(200)(await call("POST", `/candidates/${one.id}/merge`, { key: writer, body: { into: other.id } }))
    return one.id
  }

  const application = async (job_id: string, candidate_id: string, more: JsonObject = {}) =>
    (await create<{ application: ApplicationDetail }>("/applications", {
      job_id,
      candidate_id,
      source_type: "careers_page",
      answers: [{ question_text: "When can you start?", answer_text: "In May." }],
      ...more
    })).application

  /** Closes an application, and reopens it. */
  const interruption = async (application_id: string) => {
    for (const operation of ["withdraw", "reopen"]) {
      having(200)(await call("POST", `/applications/${application_id}/${operation}`, { key: writer }))
    }
  }
  const note = async (id: string, note = "Spoke on the phone.", of = "applications") =>
    (await create<{ note: Note }>(`/${of}/${id}/notes`, { note })).note
  const feedback = async (application_id: string, more: JsonObject = {}) =>
    (await create<{ interview_feedback: InterviewFeedback }>(`/applications/${application_id}/feedback`, {
      interview_type: "technical",
      rating: "yes",
      body: "Clear thinking.",
      ...more
    })).interview_feedback

  const ownId = async () =>
    having(200)(await call<{ user: { id: string } }>("GET", "/me", { key: writer })).body.user.id

  const request = async (id: string) =>
    (await create<{ feedback_request: FeedbackRequest }>(`/applications/${id}/feedback-requests`, {
      member_id: await ownId()
    })).feedback_request

  const interview = async (application_id: string, more: JsonObject = {}) =>
    (await create<{ interview: Interview }>(`/applications/${application_id}/interviews`, {
      ...freshInterview(await ownId()),
      ...more
    })).interview
  const newInterview = async (more: JsonObject) =>
    (await interview((await application((await job()).id, (await candidate()).id)).id, more)).id
  /** Plans an interview for a stage, with the caller and a member who is always free. */
  const planned = async (jobId: string, stage_id: string) => {
    const [interviewerId, { id: replacementId }] = [
      await ownId(),
      await member({ full_name: "Barbara Simons", role: "write" })
    ]
    const { key } = await apiKey({ user_id: replacementId })
    having(200)(await call("PUT", "/me/schedule", { key, body: atAllHours }))
    const body = { stage_id, title: "Technical interview", member_ids: [interviewerId, replacementId], needed: 1 }
    const { planned_interview: { id } } = await create<{ planned_interview: PlannedInterview }>(
      `/jobs/${jobId}/planned-interviews`,
      body
    )
    return { interviewerId, replacementId, plannedInterviewId: id }
  }
  const schedulingLink = async (id: string) =>
    (await create<{ scheduling_link: { id: string } }>(`/applications/${id}/scheduling-links`, {
      meetings: [{ title: "Technical interview", member_ids: [await ownId()] }],
      time_zone: "Europe/Zurich"
    })).scheduling_link

  const attachment = async (id: string, form = upload(), of = "applications") =>
    having(201)(await call<{ attachment: AttachmentDetail }>("POST", `/${of}/${id}/attachments`, { key: writer, form }))
      .body.attachment

  const search = async (more: JsonObject = {}) =>
    (await create<{ search: SourcingSearch }>("/sourcing/searches", { name: "Compilers in Zurich", ...more })).search

  const prospects = async (search_id: string, ...drafts: ReadonlyArray<JsonObject>) =>
    (await create<{ prospects: ReadonlyArray<Prospect> }>(`/sourcing/searches/${search_id}/prospects`, {
      prospects: drafts.map((draft) => ({ full_name: "Niklaus Wirth", ...draft }))
    })).prospects
  const prospect = async (search_id: string, more: JsonObject = {}) => (await prospects(search_id, more))[0]!

  const webhook = async (more: JsonObject = {}) =>
    (await create<{ webhook: Webhook }>("/webhooks", { url: "https://hooks.example.invalid/candor", ...more }, admin))
      .webhook

  const delivery = async (webhookId: string, more: JsonObject = {}) =>
    (await create<{ delivery: WebhookDelivery }>(`/webhooks/${webhookId}/test`, more, admin)).delivery

  const member = async (more: JsonObject = {}) =>
    (await create<{ member: Member }>("/members", {
      full_name: "Frances Allen",
      email: freshEmail(),
      role: "admin",
      ...more
    }, admin)).member

  /** Creates a key, and returns it with its text. */
  const apiKey = (more: JsonObject = {}) =>
    create<{ api_key: ApiKey; key: string }>("/api-keys", { name: "Careers site", scope: "read", ...more }, admin)
  const reason = async (name: string) =>
    (await create<{ rejection_reason: RejectionReason }>("/rejection-reasons", { name }, admin)).rejection_reason

  const message = async (application_id: string, more: JsonObject = {}) => {
    having(200)(await call("PUT", "/organization/mail", { key: admin, body: unreachable }))
    return (await create<{ message: Message }>(`/applications/${application_id}/messages`, {
      subject: "Hello",
      body: "We would like to talk.",
      ...more
    })).message
  }
  const question = async (job: string) => {
    const body = { questions: [{ label: "Why?", type: "text" }] }
    const { form } = having(200)(
      await call<{ form: { questions: ReadonlyArray<{ id: string }> } }>("PUT", `/jobs/${job}/form`, {
        key: writer,
        body
      })
    ).body
    return form.questions[0]!
  }

  const jobIds = async () => {
    const { id, stages } = await job()
    return { jobId: id, stageId: stages[1]!.id }
  }

  /** Creates an application with the wanted things only: everything it can have takes a dozen requests. */
  const applicationIds = async (wanted: ReadonlySet<string>): Promise<Partial<MadeIds>> => {
    const [jobs, { id: candidateId }] = await Promise.all([
      jobIds(),
      candidate({ linkedin_url: "https://www.linkedin.com/in/grace-hopper" })
    ])
    const { id } = await application(jobs.jobId, candidateId)
    const made: Partial<Record<keyof MadeIds, string>> = { ...jobs, candidateId, id }
    const add = async (field: keyof MadeIds, make: () => Promise<{ readonly id: string }>) => {
      if (wanted.has(field)) made[field] = (await make()).id
    }
    await Promise.all([add("noteId", () => note(id)), add("feedbackId", () => feedback(id))])
    await add("requestId", () => request(id))
    const isPlanned = wanted.has("plannedInterviewId") || wanted.has("replacementId")
    if (isPlanned) Object.assign(made, await planned(jobs.jobId, jobs.stageId))
    await add("interviewId", () => interview(id, isPlanned ? { planned_interview_id: made.plannedInterviewId! } : {}))
    await add("linkId", () => schedulingLink(id))
    await add("questionId", () => question(jobs.jobId))
    await add("profileId", () => profile(candidateId))
    await add("attachmentId", () => attachment(id))
    await add(
      "queuedMessageId",
      () => message(id, made.attachmentId === undefined ? {} : { attachment_ids: [made.attachmentId] })
    )
    await add("ownNoteId", () => note(candidateId, "Met at a conference.", "candidates"))
    await add("ownAttachmentId", () => attachment(candidateId, upload(), "candidates"))
    return made
  }

  /** Submits to a published job with a filled honeypot field. */
  const submissionIds = async () => {
    const { board } = having(200)(
      await call<{ board: { slug: string } }>("PATCH", "/organization/board", { key: admin, body: { is_open: true } })
    ).body
    const { id } = await job()
    having(200)(await call("PUT", `/jobs/${id}/form`, { key: writer, body: { resume: "optional" } }))
    const published = await call<{ job: { public_slug: string } }>("PATCH", `/jobs/${id}`, {
      key: writer,
      body: { status: "published" }
    })
    const { public_slug } = having(200)(published).body.job
    const body = {
      full_name: "Grace Hopper",
      email: freshEmail(),
      website: "https://spam.example.com",
      resume: { filename: "cv.txt", content: btoa("I wrote a compiler.") }
    }
    const sent = await call<{ submission: { reference: string } }>(
      "POST",
      `/boards/${board.slug}/jobs/${public_slug}/applications`,
      { body }
    )
    // Restores the board and the job for other tests.
    having(200)(await call("PATCH", "/organization/board", { key: admin, body: { is_open: false } }))
    having(200)(await call("PATCH", `/jobs/${id}`, { key: writer, body: { status: "draft" } }))
    const [, ...parts] =
      /^candor_sent_.{32}(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(having(202)(sent).body.submission.reference) ?? []
    const submissionId = parts.join("-")
    const { submission } =
      having(200)(await call<{ submission: Submission }>("GET", `/quarantine/${submissionId}`, { key: writer })).body
    return { submissionId, fileId: submission.files[0]!.id }
  }

  const sourcingIds = async () => {
    const { id: searchId } = await search()
    return { searchId, prospectId: (await prospect(searchId, { email: freshEmail() })).id }
  }

  const webhookIds = async () => {
    const { id: webhookId } = await webhook()
    return { webhookId, deliveryId: (await delivery(webhookId)).id }
  }

  const memberIds = async () => {
    const { id: memberId } = await member()
    return { memberId, apiKeyId: (await apiKey({ user_id: memberId })).api_key.id }
  }

  const askingCandidateIds = async () => {
    const { id } = await candidate()
    having(200)(await call("POST", `/candidates/${id}/request-erasure`, { key: writer }))
    return { askingCandidateId: id }
  }

  /** Creates a thing from the example of its collection's body, and returns its id. */
  const ofExample = async (parameter: string): Promise<string> => {
    const template = names.map((name) => parts(name).template).find((template) => template.endsWith(`/{${parameter}}`))!
    const collection = template.slice(0, template.lastIndexOf("/"))
    if (!names.includes(`POST ${collection}`)) throw new Error(`nothing makes a ${parameter}: Makers.ts has to`)
    const { example } = operation(`POST ${collection}`)
    const [made] = Object.values(
      await create<Readonly<Record<string, { readonly id: string }>>>(collection, example(), admin)
    )
    return made!.id
  }

  /** Adds the member to the team of the job, if both are created. */
  const inTeam = async <Made extends Partial<MadeIds>>(ids: Made): Promise<Made> => {
    const { jobId, memberId } = ids
    if (jobId !== undefined && memberId !== undefined) {
      having(200)(await call("PUT", `/jobs/${jobId}/team/${memberId}`, { key: writer, body: { role: "interviewer" } }))
    }
    return ids
  }

  /** Ids that are created together, or with more than the example of a body, and the function that creates them. */
  const together: ReadonlyArray<
    readonly [ReadonlyArray<keyof MadeIds>, (wanted: ReadonlySet<string>) => Promise<Partial<MadeIds>>]
  > = [
    [wholeApplication, applicationIds],
    [["jobId", "stageId"], jobIds],
    [["submissionId", "fileId"], submissionIds],
    [["key"], () => knownElsewhere(call, writer)],
    [["searchId", "prospectId"], sourcingIds],
    [["freeCandidateId"], async () => ({ freeCandidateId: (await candidate()).id })],
    [["askingCandidateId"], askingCandidateIds],
    [["ruleId"], async () => ({ ruleId: await ruled(create, admin) })],
    [["mergedCandidateId"], async () => ({ mergedCandidateId: await merged() })],
    ...Object.entries({ draftedInterviewId: false, scoredInterviewId: true }).map(([id, isSubmitted]) =>
      [[id as keyof MadeIds], async () => ({ [id]: await scored(newInterview, call, writer, isSubmitted) })] as const
    ),
    [["webhookId", "deliveryId"], webhookIds],
    [["memberId", "apiKeyId"], memberIds]
  ]
  const madeTogether = new Set<string>(together.flatMap(([ids]) => ids))

  /** The other ids in paths: each is created in its collection. */
  const alone = new Set(names.flatMap(pathParameters)).difference(madeTogether.union(new Set<string>(otherIds)))

  /** Creates the things with these ids, and what belongs to them; a job alone has no applications. */
  const some = async (wanted: ReadonlySet<string>): Promise<Partial<MadeIds>> => {
    const made: Record<string, string> = {}
    for (const [ids, make] of together) {
      if (ids.some((id) => wanted.has(id) && made[id] === undefined)) Object.assign(made, await make(wanted))
    }
    for (const id of alone.intersection(wanted)) made[id] = await ofExample(id)
    return inTeam(made)
  }

  /** Creates one of everything. */
  const chain = async () => await some(alone.union(madeTogether)) as MadeIds

  return {
    apiKey,
    application,
    attachment,
    candidate,
    chain,
    delivery,
    feedback,
    inTeam,
    interruption,
    interview,
    schedulingLink,
    job,
    member,
    message,
    note,
    profile,
    prospect,
    prospects,
    reason,
    request,
    search,
    some,
    stage,
    webhook
  }
}
