import { expect, test } from "bun:test"
import { resumesFirst } from "../src/file/resumesFirst.ts"

test("résumés stand before other files, which stay in their order", () => {
  const files = ["cover_letter", "other", "resume", "other", "resume"].map((file_type, id) => ({
    file: { file_type },
    id
  }))
  expect(resumesFirst(files).map(({ id }) => id)).toEqual([2, 4, 0, 1, 3])
})
