// dprint-ignore-file
import { applicationStatus } from "@candor/domain/application/ApplicationStatus"
import { aiProfileStatus } from "@candor/domain/candidate/AiProfileStatus"
import { importState } from "@candor/domain/import/ImportState"
import { interviewStatus } from "@candor/domain/interview/InterviewStatus"
import { linkStatus } from "@candor/domain/scheduling/SchedulingLink"
import { deliveryStatus } from "@candor/domain/webhook/DeliveryStatus"
import { jobStatus } from "@candor/domain/job/JobStatus"
import { pipelineStage } from "@candor/domain/sourcing/PipelineStage"
import { prospectStatus } from "@candor/domain/sourcing/ProspectStatus"
import { type StateMachine } from "@candor/domain/StateMachine"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"

const refused = "refused"

/** Walks every pair of state and event; `rows` is the table written a second time, a column an event. */
const walk = <State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  events: ReadonlyArray<Event>,
  rows: { readonly [S in State]: ReadonlyArray<State | typeof refused> }
) =>
  describe(machine.name, () => {
    const states = Object.keys(rows) as Array<State>

    test("has these states and events, and begins in the first", () => {
      expect([...machine.states]).toEqual(states)
      expect([...machine.events]).toEqual([...events])
      expect(machine.initial).toBe(states[0]!)
    })

    for (const state of states) {
      test.each(events.map((event, column) => [event, rows[state][column]!] as const))(
        `${state}: %s is %s`,
        (event, outcome) => {
          expect(Result.getOrElse(machine.next(state, event), () => refused)).toBe(outcome)
        }
      )
    }

    test("its schema accepts its states and nothing else", () => {
      expect(states.filter(Schema.is(machine.State))).toEqual(states)
      expect(Schema.is(machine.State)("archived")).toBe(false)
    })

    test("every state can be reached from the first", () => {
      const reached = new Set([machine.initial])
      for (const state of reached) {
        for (const event of events) reached.add(Result.getOrElse(machine.next(state, event), () => state))
      }
      expect([...reached].toSorted()).toEqual(states.toSorted())
    })
  })

walk(jobStatus, ["publish", "withdraw", "close"], {
  draft: ["published", "draft", "closed"],
  published: ["published", "draft", "closed"],
  closed: ["published", "draft", "closed"]
})

walk(importState, ["receive", "read", "check", "map", "validate", "run", "complete", "fail", "cancel", "undo", "finish_undo", "keep_completed", "keep_failed", "keep_cancelled", "keep_interrupted", "interrupt", "expire", "delete"], {
  uploading: ["uploaded", refused, refused, refused, refused, refused, refused, refused, "cancelled", refused, refused, refused, refused, refused, refused, refused, "failed", "deleted"],
  uploaded: [refused, "mapping", "validating", refused, refused, refused, refused, "failed", "cancelled", refused, refused, refused, refused, refused, refused, "failed", refused, refused],
  mapping: [refused, refused, refused, "validating", refused, refused, refused, refused, "cancelled", refused, refused, refused, refused, refused, refused, refused, "failed", "deleted"],
  validating: [refused, refused, refused, "validating", "ready", refused, refused, "failed", "cancelled", refused, refused, refused, refused, refused, refused, "mapping", refused, refused],
  ready: [refused, refused, refused, "validating", refused, "running", refused, refused, "cancelled", refused, refused, refused, refused, refused, refused, refused, "failed", "deleted"],
  running: [refused, refused, refused, refused, refused, refused, "completed", "failed", "cancelled", refused, refused, refused, refused, refused, refused, "interrupted", refused, refused],
  interrupted: [refused, refused, refused, refused, refused, "running", refused, refused, refused, "undoing", refused, refused, refused, refused, refused, refused, "failed", "deleted"],
  completed: [refused, refused, refused, refused, refused, refused, refused, refused, refused, "undoing", refused, refused, refused, refused, refused, refused, refused, "deleted"],
  failed: [refused, refused, refused, refused, refused, refused, refused, refused, refused, "undoing", refused, refused, refused, refused, refused, refused, refused, "deleted"],
  cancelled: [refused, refused, refused, refused, refused, refused, refused, refused, refused, "undoing", refused, refused, refused, refused, refused, refused, refused, "deleted"],
  undoing: [refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, "undone", "completed", "failed", "cancelled", "interrupted", "failed", refused, refused],
  undone: [refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, "deleted"],
  deleted: [refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused, refused]
})

walk(interviewStatus, ["invite", "schedule", "respond", "end", "complete", "miss", "cancel", "reopen"], {
  to_schedule: ["invited", "scheduled", "to_schedule", refused, refused, refused, "cancelled", "to_schedule"],
  invited: ["invited", "scheduled", "invited", refused, refused, refused, "cancelled", "invited"],
  scheduled: [refused, "scheduled", "scheduled", "awaiting_feedback", "complete", "no_show", "cancelled", "scheduled"],
  awaiting_feedback: [refused, "scheduled", "awaiting_feedback", refused, "complete", "no_show", "cancelled", "awaiting_feedback"],
  complete: [refused, refused, refused, refused, "complete", refused, refused, "awaiting_feedback"],
  cancelled: [refused, "scheduled", refused, refused, refused, refused, "cancelled", "to_schedule"],
  no_show: [refused, "scheduled", refused, refused, refused, "no_show", refused, "awaiting_feedback"]
})

walk(linkStatus, ["book", "cancel", "revoke", "restore", "close"], {
  open: ["booked", refused, refused, refused, "closed"],
  booked: ["booked", "open", "revoked", refused, "closed"],
  revoked: [refused, refused, "revoked", "booked", "closed"],
  closed: [refused, refused, refused, refused, "closed"]
})

walk(applicationStatus, ["reject", "withdraw", "hire", "reopen"], {
  active: ["rejected", "withdrawn", "hired", "active"],
  rejected: ["rejected", refused, refused, "active"],
  withdrawn: [refused, "withdrawn", refused, "active"],
  hired: [refused, refused, "hired", "active"]
})

walk(aiProfileStatus, ["start", "supersede", "complete", "fail", "release", "retry"], {
  pending: ["processing", "superseded", refused, refused, refused, refused],
  processing: [refused, refused, "completed", "failed", "pending", refused],
  completed: [refused, refused, refused, refused, refused, refused],
  failed: [refused, refused, refused, refused, refused, "pending"],
  superseded: [refused, refused, refused, refused, refused, refused]
})

walk(prospectStatus, ["shortlist", "unshortlist"], {
  discovered: ["shortlisted", "discovered"],
  shortlisted: ["shortlisted", "discovered"]
})

walk(pipelineStage, ["reset", "contact", "reply", "show_interest", "decline", "convert"], {
  not_contacted: [refused, "contacted", refused, refused, refused, "converted"],
  contacted: ["not_contacted", "contacted", "replied", "interested", "not_interested", "converted"],
  replied: ["not_contacted", "contacted", "replied", "interested", "not_interested", "converted"],
  interested: ["not_contacted", "contacted", "replied", refused, "not_interested", "converted"],
  not_interested: ["not_contacted", "contacted", "replied", "interested", refused, refused],
  converted: [refused, refused, refused, refused, refused, "converted"]
})

walk(deliveryStatus, ["succeed", "retry", "give_up"], {
  pending: ["succeeded", "pending", "failed"],
  succeeded: [refused, refused, refused],
  failed: [refused, refused, refused]
})

test("a refusal names the machine, the state, the event, and what is accepted", () => {
  const refusal = Result.flip(pipelineStage.next("not_contacted", "reply"))
  const { accepted, event, machine, state } = Result.getOrThrow(refusal)
  expect({ accepted, event, machine, state }).toEqual({
    accepted: ["contact", "convert"],
    event: "reply",
    machine: "pipeline stage",
    state: "not_contacted"
  })
})

test("a refusal says what the state accepts", () => {
  expect(Result.getOrThrow(Result.flip(aiProfileStatus.next("failed", "start")))).toMatchObject({
    state: "failed",
    event: "start",
    accepted: ["retry"]
  })
})
