import { aiProfileStatus } from "@candor/domain/AiProfileStatus"
import { jobStatus } from "@candor/domain/JobStatus"
import type { StateMachine } from "@candor/domain/StateMachine"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"

/** What a machine does with every pair of state and event, and what every machine has to be. */
const holds = <State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  expected: ReadonlyArray<string>
) =>
  describe(`the ${machine.name}`, () => {
    const next = (state: State, event: Event) => Result.getOrUndefined(machine.next(state, event))

    test("is defined for every pair of state and event", () => {
      const pairs = machine.states.flatMap((state) => machine.events.map((event) => [state, event] as const))
      expect(pairs.map(([state, event]) => `${state} ${event} ${next(state, event) ?? "refused"}`)).toEqual([...expected])
    })

    test("reaches every one of its states from the initial one", () => {
      const reached = new Set([machine.initial])
      for (const state of reached) {
        for (const event of machine.events) reached.add(next(state, event) ?? state)
      }
      expect([...reached].toSorted()).toEqual([...machine.states].toSorted())
    })

    test("gives the schema of its states", () => {
      expect(machine.states.every(Schema.is(machine.State))).toBe(true)
      expect(Schema.is(machine.State)("no state")).toBe(false)
    })
  })

holds(jobStatus, [
  "draft publish published",
  "draft withdraw draft",
  "draft close closed",
  "published publish published",
  "published withdraw draft",
  "published close closed",
  "closed publish published",
  "closed withdraw draft",
  "closed close closed"
])

holds(aiProfileStatus, [
  "pending start processing",
  "pending complete refused",
  "pending fail refused",
  "pending hand_back refused",
  "pending retry refused",
  "processing start refused",
  "processing complete completed",
  "processing fail failed",
  "processing hand_back pending",
  "processing retry refused",
  "completed start refused",
  "completed complete refused",
  "completed fail refused",
  "completed hand_back refused",
  "completed retry refused",
  "failed start refused",
  "failed complete refused",
  "failed fail refused",
  "failed hand_back refused",
  "failed retry pending"
])

test("a refusal says what the state accepts", () => {
  expect(Result.getOrThrow(Result.flip(aiProfileStatus.next("failed", "start")))).toMatchObject({
    state: "failed",
    event: "start",
    accepted: ["retry"]
  })
})
