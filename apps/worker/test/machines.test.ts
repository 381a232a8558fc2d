import { applicationStatus } from "@candor/domain/application/ApplicationStatus"
import { aiProfileStatus } from "@candor/domain/profile/AiProfileStatus"
import { jobStatus } from "@candor/domain/job/JobStatus"
import { pipelineStage } from "@candor/domain/sourcing/PipelineStage"
import { prospectStatus } from "@candor/domain/sourcing/ProspectStatus"
import type { StateMachine, TransitionRefused } from "@candor/domain/StateMachine"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"

/** Where every event leads from every state; refused ones to null. */
const walk = <S extends string, E extends string>(machine: StateMachine<S, E>) =>
  machine.states.flatMap((state) =>
    machine.events.map((event) => ({
      state,
      event,
      to: Result.match(machine.next(state, event), {
        onSuccess: (to): S | null => to,
        onFailure: (_: TransitionRefused) => null
      })
    }))
  )

/** The states that a machine can come to from its first one. */
const reachable = <S extends string, E extends string>(machine: StateMachine<S, E>): ReadonlySet<S> => {
  const steps = walk(machine)
  const seen = new Set<S>([machine.initial])
  for (const state of seen) {
    for (const step of steps.filter((step) => step.state === state)) if (step.to !== null) seen.add(step.to)
  }
  return seen
}

describe("The state machines without a database", () => {
  test("every state of each can be reached from its first", () => {
    expect([...reachable(applicationStatus)].toSorted()).toEqual(applicationStatus.states.toSorted())
    expect([...reachable(jobStatus)].toSorted()).toEqual(jobStatus.states.toSorted())
    expect([...reachable(prospectStatus)].toSorted()).toEqual(prospectStatus.states.toSorted())
    expect([...reachable(pipelineStage)].toSorted()).toEqual(pipelineStage.states.toSorted())
    expect([...reachable(aiProfileStatus)].toSorted()).toEqual(aiProfileStatus.states.toSorted())
  })

  test("a profile is processed once: a completed one accepts nothing", () => {
    const last = walk(aiProfileStatus).filter(({ state }) => state === "completed")
    expect(last.map(({ to }) => to)).toEqual(aiProfileStatus.events.map(() => null))
  })
})
