import { StageId } from "@candor/domain/Id"
import { LimitReached } from "@candor/domain/Limit"
import * as Stage from "@candor/domain/job/Stage"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { id } from "./context.ts"

const stages = ["A", "B", "C", "D"].map((name, order_index): Stage.StageDetail => ({
  id: StageId.make(id(order_index)),
  name,
  type: "screen",
  candidate_label: null,
  order_index,
  application_count: name === "B" ? 2 : 0
}))

const names = (result: Result.Result<ReadonlyArray<Stage.StageDetail>, unknown>) =>
  Result.getOrThrow(result).map((stage) => stage.name).join("")

const dense = (result: Result.Result<ReadonlyArray<Stage.StageDetail>, unknown>) =>
  Result.getOrThrow(result).every((stage, index) => stage.order_index === index)

const fresh = StageId.make(id(99))

describe("stages", () => {
  test("make room for a new one at every index", () => {
    const placed = [0, 1, 2, 3, 4, 49].map((order_index) => Stage.add(stages, { name: "x", order_index }, fresh))
    expect(placed.map(names)).toEqual(["xABCD", "AxBCD", "ABxCD", "ABCxD", "ABCDx", "ABCDx"])
    expect(placed.every(dense)).toBe(true)
    expect(names(Stage.add(stages, { name: "x" }, fresh))).toBe("ABCDx")
  })

  test("keep their order dense, whichever moves wherever", () => {
    for (const stage of stages) {
      for (const order_index of [0, 1, 2, 3, 49]) {
        const moved = Stage.update(stages, stage.id, { order_index })
        expect(dense(moved)).toBe(true)
        expect(Result.getOrThrow(moved)[Math.min(order_index, 3)]!.id).toBe(stage.id)
        expect([...names(moved)].toSorted().join("")).toBe("ABCD")
      }
    }
  })

  test("are renamed at their index", () => {
    expect(names(Stage.update(stages, stages[1]!.id, { name: "x" }))).toBe("AxCD")
  })

  test("keep their type by another name, and get another one by a patch", () => {
    const id = stages[1]!.id
    const typeOf = (patch: Stage.StagePatch) => Result.getOrThrow(Stage.update(stages, id, patch))[1]!.type
    expect(typeOf({ name: "Hired" })).toBe("screen")
    expect(typeOf({ type: "hired" })).toBe("hired")
  })

  test("have what applicants read of them by a draft or a patch, and lose it by null alone", () => {
    const labelOf = (changed: Result.Result<ReadonlyArray<Stage.StageDetail>, unknown>, id: StageId) =>
      Result.getOrThrow(changed).find((stage) => stage.id === id)!.candidate_label
    expect(labelOf(Stage.add(stages, { name: "x" }, fresh), fresh)).toBeNull()
    const after = Stage.add(stages, { name: "x", candidate_label: "We read it" }, fresh)
    expect(labelOf(after, fresh)).toBe("We read it")
    const labelled = Result.getOrThrow(after)
    expect(
      [{ name: "y" }, { candidate_label: "We call you" }, { candidate_label: null }].map((patch) =>
        labelOf(Stage.update(labelled, fresh, patch), fresh)
      )
    )
      .toEqual(["We read it", "We call you", null])
  })

  test("that are new have the type that is given, or else the one of their name or of the stage before", () => {
    const typeOf = (draft: Stage.StageDraft) =>
      Result.getOrThrow(Stage.add(stages, draft, fresh)).find(({ id }) => id === fresh)!.type
    expect(typeOf({ name: "Hired", type: "interview" })).toBe("interview")
    expect(typeOf({ name: "Eingestellt" })).toBe("hired")
    expect(typeOf({ name: "Reference check" })).toBe("screen")
    expect(typeOf({ name: "Reference check", order_index: 0 })).toBe("applied")
  })

  test("go only when they are empty, and say how many applications hold them", () => {
    expect(names(Stage.remove(stages, stages[2]!.id))).toBe("ABD")
    expect(dense(Stage.remove(stages, stages[2]!.id))).toBe(true)
    expect(Stage.remove(stages, stages[1]!.id)).toEqual(
      Result.fail(new Stage.StageInUse({ id: stages[1]!.id, application_count: 2 }))
    )
  })

  test("that a job does not have are not found", () => {
    expect(Stage.update(stages, fresh, {})).toEqual(Result.fail(new Stage.StageNotFound({ id: fresh })))
    expect(Stage.remove(stages, fresh)).toEqual(Result.fail(new Stage.StageNotFound({ id: fresh })))
  })

  test("are at least one and at most the maximum", () => {
    const one = stages.slice(0, 1)
    expect(Stage.remove(one, one[0]!.id)).toEqual(Result.fail(new Stage.LastStage({ id: one[0]!.id })))
    const full = Array.from({ length: Stage.maxStages }, () => stages[0]!)
    expect(Stage.add(full, { name: "x" }, fresh)).toEqual(Result.fail(
      new LimitReached({ what: "stages of a job", limit: Stage.maxStages, present: Stage.maxStages, added: 1 })
    ))
  })
})
