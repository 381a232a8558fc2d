/** All rows of the demo, the same on every machine and on every day. */
import type { ContentKey } from "@candor/domain/attachment/AttachmentStore"
import { AttachmentId, OrganizationId } from "@candor/domain/Id"
import { publishLimits } from "@candor/domain/organization/Plan"
import * as Applications from "./Applications.ts"
import * as Candidates from "./Candidates.ts"
import * as CareersSite from "./CareersSite.ts"
import * as Closings from "./Closings.ts"
import * as Criteria from "./Criteria.ts"
import { type Generator, make as makeGenerator } from "./Generator.ts"
import * as Histories from "./Histories.ts"
import * as Interviews from "./Interviews.ts"
import * as Jobs from "./Jobs.ts"
import { mailTemplates } from "./MailTemplates.ts"
import { northwind, type Outline, saltAndRye } from "./Organizations.ts"
import { departmentsOf, officesOf } from "./Places.ts"
import { plans } from "./Plans.ts"
import * as Resumes from "./Resumes.ts"
import * as Reviews from "./Reviews.ts"
import * as Scorecards from "./Scorecards.ts"
import * as Sizes from "./Sizes.ts"
import * as Sourcing from "./Sourcing.ts"
import * as Teams from "./Teams.ts"
import { day, timestamp, today } from "./Times.ts"

const organization = (generator: Generator, outline: Outline, founded: number) => {
  const created_at = timestamp(founded)
  const organization_id = outline.id
  const users = outline.members.map((member) => ({ organization_id, ...member, created_at }))
  const jobs = Jobs.make(generator, { id: organization_id, name: outline.name }, outline.jobs)
  const departments = departmentsOf({ id: organization_id, created_at }, outline.jobs)
  const departmentOf = (name: string | null) => departments.find((one) => one.name === name)?.id ?? null
  const offices = officesOf({ id: organization_id, created_at }, outline.jobs)
  const officeOf = (location: string | null) => offices.find((one) => one.location === location)?.id ?? null
  const candidates = Candidates.make(generator, organization_id, outline.candidates)
  const applications = Applications.make(generator, jobs, candidates, outline.applications)
  const searches = Sourcing.searches(generator, organization_id, outline.searches)
  const fields = Applications.fieldsOf(generator, outline.trade, applications)
  const fieldOf = ({ id }: Candidates.CandidateRow) => fields.get(id)!
  const ai_profiles = Candidates.profiles(generator, outline.trade, candidates, fieldOf)
  const application_answers = Applications.answers(generator, applications)
  const resumeOf = Resumes.make(outline.trade, ai_profiles, fieldOf)
  const attachments = Applications.attachments(generator, applications, resumeOf)
  const notes = Reviews.notes(generator, applications, users)
  const interview_feedback = Reviews.feedback(generator, applications, users)
  const team_members = Teams.teams(jobs, users)
  const feedback_requests = Teams.requests(applications, users)
  const scorecard_templates = outline.board === undefined
    ? []
    : Scorecards.templates({ id: organization_id, created_at })
  const interviews = Interviews.make(applications, users, scorecard_templates)
  const scorecards = Scorecards.make(interviews, scorecard_templates)
  const prospects = Sourcing.prospects(generator, searches, outline)
  const board = outline.board === undefined
    ? { boards: [], board_covers: [], board_slugs: [] }
    : CareersSite.board({ id: organization_id, name: outline.name, created_at }, outline.board)
  const criteria = jobs.slice(0, board.boards.length).map(({ row }) => Criteria.ofJob(row))
  const rows = {
    organizations: [{
      id: organization_id,
      name: outline.name,
      language: "en",
      plan: outline.plan,
      publish_limit: publishLimits[outline.plan],
      published_jobs: jobs.filter(({ row }) => row.status === "published").length,
      rejection_reasons: Closings.reasonsOf(organization_id),
      created_at
    }],
    users,
    departments,
    offices,
    jobs: jobs.map(({ row }) => ({
      ...row,
      department_id: departmentOf(row.department),
      office_id: officeOf(row.location),
      team_counted: team_members.filter(({ job_id }) => job_id === row.id).length
    })),
    ...board,
    mail_templates: outline.board === undefined ? [] : mailTemplates({ id: organization_id, created_at }),
    job_forms: jobs.slice(0, board.boards.length).map(({ row }) => CareersSite.form(row)),
    job_criteria: criteria,
    stages: jobs.flatMap(({ stages }) => stages),
    team_members,
    scorecard_templates,
    planned_interviews: plans(jobs, users, scorecard_templates),
    candidates,
    ai_profiles,
    applications: Sizes.ofApplications(applications, {
      application_answers,
      feedback_requests,
      interview_feedback,
      interviews,
      notes,
      scorecards
    }),
    application_answers,
    application_history: Histories.make(applications, users),
    attachments,
    assessments: criteria.flatMap((one) => Criteria.assessments(one, applications.map(({ row }) => row), attachments)),
    notes,
    interview_feedback,
    feedback_requests,
    interviews,
    scorecards,
    sourcing_searches: Sizes.ofSearches(searches, prospects),
    prospects
  }
  const candidateOf = new Map(applications.map(({ candidate, row }) => [row.id, candidate]))
  const contents = attachments.filter(({ content_type }) => content_type !== null).map((
    { application_id, id, organization_id }
  ): Content => ({
    organization_id: OrganizationId.make(organization_id),
    id: AttachmentId.make(id),
    bytes: resumeOf(candidateOf.get(application_id)!).bytes
  }))
  return { rows, contents }
}

/** The rows of one organization by table, in an order in which they can be inserted. */
export type OrganizationRows = ReturnType<typeof organization>["rows"]

/** The content of a file. */
interface Content extends ContentKey {
  readonly bytes: Uint8Array
}

const seed = 1_730_307_600

interface DataSet {
  readonly northwind: OrganizationRows
  readonly saltAndRye: OrganizationRows
  readonly contents: ReadonlyArray<Content>
}

/** Makes the rows of both organizations, of which the larger one is older, and the contents of their files. */
export const make = (): DataSet => {
  const generator = makeGenerator(seed)
  const larger = organization(generator, northwind, today - 400 * day)
  const smaller = organization(generator, saltAndRye, today - 300 * day)
  return { northwind: larger.rows, saltAndRye: smaller.rows, contents: [...larger.contents, ...smaller.contents] }
}
