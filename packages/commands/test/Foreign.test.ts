/** Records of other systems, read field by field. */
import { Foreign } from "@candor/commands/moving/foreign/Foreign"
import { Left, repeated } from "@candor/commands/moving/foreign/Left"
import { expect, test } from "bun:test"

test("what nobody has read is counted by its name, and what is skipped in one line; what says nothing is not", () => {
  const left = new Left()
  for (const id of [1, 2]) {
    const record = new Foreign("candidates", { id, name: "Ada", photo: "a.png", note: "", job: { id, url: "/" } }, left)
    record.text("name")
    record.skip("id", "note")
    record.part("job")!.skip("id", "url")
    record.end()
  }
  new Foreign("candidates", { id: 3 }, left).drop()
  expect(left.all()).toEqual([[`candidates${repeated}id, job.id, job.url`, 6], ["candidates.photo", 2]])
})

test("of more than 40 fields that are skipped, the others are told as a number", () => {
  const left = new Left()
  for (let n = 0; n < 45; n++) left.skip("candidates", `field_${String(n).padStart(2, "0")}`)
  const [[told = "", count] = []] = left.all()
  expect(count).toBe(45)
  expect(told).toEndWith("field_39 and 5 more")
})
