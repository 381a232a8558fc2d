import { JobId, PlannedInterviewId, StageId, UserId } from "@candor/domain/Id"
import type { Invited } from "@candor/domain/interview/Interviewer"
import {
  copy,
  create,
  maxPlanned,
  type PlannedInterviewDraft,
  type PlannedInterviewPatch,
  type Planning,
  remove,
  update
} from "@candor/domain/interview/PlannedInterview"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt, id } from "./context.ts"

const [ann, bo, gone, stranger] = [1, 2, 3, 4].map((n) => UserId.make(id(n))) as [UserId, UserId, UserId, UserId]
const members: ReadonlyArray<Invited> = [
  { id: ann, status: "active", sees_job: true },
  { id: bo, status: "active", sees_job: true },
  { id: gone, status: "deactivated", sees_job: true },
  { id: stranger, status: "active", sees_job: false }
]
const stage_id = StageId.make(id(10))
const context = contextAt()
const empty: Planning = { job_id: JobId.make(id(11)), stage_id, plan: [], members, attributes: null }
const draft: PlannedInterviewDraft = { stage_id, title: "Talk", member_ids: [ann, bo] }

const failureOf = <A, E>(result: Result.Result<A, E>) => Result.getOrThrow(Result.flip(result))

/** A stage with so many planned interviews, called A, B, … */
const planning = (count: number): Planning => {
  let { plan } = empty
  for (let n = 0; n < count; n++)
    ({ plan } =
      Result.getOrThrow(create({ ...draft, title: String.fromCharCode(65 + n) }, { ...empty, plan }, context)).entity)
  return { ...empty, plan }
}
const titles = ({ plan }: Pick<Planning, "plan">) => plan.map(({ title }) => title).join("")
const three = planning(3)
const [a, , c] = three.plan.map((one) => one.id)

describe("A plan", () => {
  test.each<
    readonly [
      string,
      Result.Result<
        { readonly entity: Pick<Planning, "plan">; readonly events: ReadonlyArray<{ readonly type: string }> },
        unknown
      >,
      string,
      number
    ]
  >([
    ["a new one without a position is the last", create({ ...draft, title: "N" }, three, context), "ABCN", 1],
    ["a new one moves those after it", create({ ...draft, title: "N", position: 1 }, three, context), "ANBC", 3],
    ["a new one past the end is the last", create({ ...draft, title: "N", position: 9 }, three, context), "ABCN", 1],
    ["the first one moves to the end", update(a!, { position: 9 }, three, context), "BCA", 3],
    ["the last one moves to the beginning", update(c!, { position: 0 }, three, context), "CAB", 3],
    ["one that is deleted leaves no gap", remove(a!, three, context), "BC", 3],
    ["a change of nothing has no event", update(a!, { title: "A", position: 0 }, three, context), "ABC", 0]
  ])("%s", (_, result, order, events) => {
    const after = Result.getOrThrow(result)
    expect([titles(after.entity), after.entity.plan.map(({ position }) => position), after.events.length])
      .toEqual([order, Array.from(order, (_, at) => at), events])
  })

  test(`has at most ${maxPlanned.limit} interviews`, () => {
    expect(failureOf(create(draft, planning(maxPlanned.limit), context))).toMatchObject({ _tag: "LimitReached" })
  })

  test.each<readonly [string, Partial<PlannedInterviewPatch>, string, ReadonlyArray<string | number>]>([
    ["a member who left", { member_ids: [ann, gone] }, "inactive", ["member_ids", 1]],
    ["a member who does not see the job", { member_ids: [stranger, ann] }, "not_in_team", ["member_ids", 0]],
    ["more than there are members", { needed: 3 }, "too_few", ["needed"]],
    ["fewer members than are needed", { member_ids: [ann], needed: 2 }, "too_few", ["needed"]]
  ])("takes no %s", (_, patch, reason, path) => {
    const refused = { _tag: "InterviewersRefused", reason, paths: [path] }
    expect(failureOf(create({ ...draft, ...patch }, empty, context))).toMatchObject(refused)
    expect(failureOf(update(a!, patch, three, context))).toMatchObject(refused)
  })

  test("keeps members who left meanwhile, and does not look at them again", () => {
    const later: Planning = { ...three, members: members.map((one) => ({ ...one, status: "deactivated" })) }
    expect(Result.getOrThrow(update(a!, { member_ids: [bo] }, later, context)).entity.one.member_ids).toEqual([bo])
  })

  test("of a copy has those who can hold it there, and needs no more", () => {
    const of = (member_ids: ReadonlyArray<UserId>, needed: number | null) =>
      copy({ ...three.plan[0]!, member_ids, needed }, stage_id, empty, context)
    expect(Result.getOrThrow(of([ann, gone], 2)).entity.one).toMatchObject({ member_ids: [ann], needed: 1, title: "A" })
    expect(failureOf(of([gone, stranger], null))).toMatchObject({ reason: "too_few" })
  })

  test("that is not there is not found", () => {
    expect(failureOf(remove(PlannedInterviewId.make(id(99)), three, context))).toMatchObject({
      _tag: "PlannedInterviewNotFound"
    })
  })
})
