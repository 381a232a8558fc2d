/** Answers with contents of files in their JSON. */
import { describe, expect, test } from "bun:test"
import { maxAnswerBytes, maxContentsBytes } from "../src/Body.ts"
import { groupsOf } from "../src/Methods.ts"
import { exchange } from "./Exchange.ts"

/** A body of so many bytes of white space, how many of which were read, and then this text. */
const bodyOf = (bytes: number, end: string) => {
  const chunk = new Uint8Array(8 * 1024 * 1024).fill(32)
  const counted = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (counted.bytes >= bytes) {
        controller.enqueue(new TextEncoder().encode(end))
        controller.close()
        return
      }
      counted.bytes += chunk.length
      controller.enqueue(chunk)
    }
  }, { highWaterMark: 0 })
  return { body, counted }
}

describe("an export", () => {
  test("is read beyond the bytes of other answers, and its query says whether it has contents", async () => {
    const answers = [undefined, { files: "false" }] as const
    for (const query of answers) {
      const { body } = bodyOf(2 * maxAnswerBytes, `{"is_complete":true}`)
      const { sent, settings } = exchange([() => new Response(body)])
      expect(await groupsOf(settings).candidates.export("1", query)).toEqual({ is_complete: true } as never)
      expect(new URL(sent[0]!.url).search).toBe(query === undefined ? "" : "?files=false")
    }
  })

  test("that does not end is read up to 256 MiB", async () => {
    const { body, counted } = bodyOf(Number.POSITIVE_INFINITY, "")
    const { settings } = exchange([() => new Response(body)])
    const failure = await groupsOf(settings).candidates.export("1").then(() => undefined, (error: unknown) => error)
    expect(failure).toMatchObject({ status: 200, code: "unexpected_answer" })
    expect(counted.bytes).toBe(maxContentsBytes)
  })
})
