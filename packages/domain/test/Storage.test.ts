import { storageOf } from "@candor/domain/attachment/Storage"
import { expect, test } from "bun:test"

const gibibyte = 1024 ** 3

test.each(
  [
    [0, 0, "normal"],
    [799_999, 80 * gibibyte - 1, "normal"],
    [0, 80 * gibibyte, "high"],
    [800_000, 0, "high"],
    [949_999, 95 * gibibyte - 1, "high"],
    [0, 95 * gibibyte, "critical"],
    [950_000, 0, "critical"],
    [0, 100 * gibibyte, "critical"]
  ] as const
)("the room with %d files of %d bytes is %s", (files_counted, file_bytes, level) => {
  expect(storageOf({ files_counted, file_bytes })).toEqual({
    level,
    files: files_counted,
    max_files: 1_000_000,
    bytes: file_bytes,
    max_bytes: 100 * gibibyte
  })
})
