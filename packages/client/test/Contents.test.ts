/** Answers with contents of files in their JSON. */
import { describe, expect, test } from "bun:test"
import { maxResponseBytes } from "../src/Body.ts"
import { groupsOf } from "../src/Methods.ts"
import { exchange } from "./Exchange.ts"

/** A body of so many bytes of white space, and then this text. */
const bodyOf = (bytes: number, end: string) => new Blob([new Uint8Array(bytes).fill(32), end]).stream()

describe("an export", () => {
  test("is read beyond the bytes of other answers, and its query says whether it has contents", async () => {
    const answers = [undefined, { files: "false" }] as const
    for (const query of answers) {
      const body = bodyOf(2 * maxResponseBytes, `{"is_complete":true}`)
      const { sent, settings } = exchange([() => new Response(body)])
      expect(await groupsOf(settings).candidates.export("1", query)).toEqual({ is_complete: true } as never)
      expect(new URL(sent[0]!.url).search).toBe(query === undefined ? "" : "?files=false")
    }
  })
})
