/** What is read of a body that nobody wants, before its connection closes. */
import { afterEach, describe, expect, jest, test } from "bun:test"
import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { discardRest } from "../src/request/RequestBody.ts"

const mebibyte = 2 ** 20

/** A request whose body has so many bytes, a mebibyte at a time, and the bytes that were read of it. */
const sending = (bytes: number) => {
  const read = { bytes: 0, ended: false }
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const length = Math.min(mebibyte, bytes - read.bytes)
      read.bytes += length
      read.ended = length === 0
      if (read.ended) controller.close()
      else controller.enqueue(new Uint8Array(length))
    }
  }, { highWaterMark: 0 })
  return { read, request: HttpServerRequest.fromWeb(new Request("http://candor.test", { method: "POST", body })) }
}

describe("A body that is thrown away", () => {
  test("is read to its end if it has 16 MiB", async () => {
    const { read, request } = sending(16 * mebibyte)
    await Effect.runPromise(discardRest(request))
    expect(read).toEqual({ bytes: 16 * mebibyte, ended: true })
  })

  test("is read no further when 16 MiB have been exceeded", async () => {
    const { read, request } = sending(100 * mebibyte)
    await Effect.runPromise(discardRest(request))
    expect(read).toEqual({ bytes: 17 * mebibyte, ended: false })
  })

  describe("and does not come", () => {
    afterEach(() => {
      jest.useRealTimers()
    })

    test("is waited for two seconds, and no longer", async () => {
      jest.useFakeTimers()
      const body = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) })
      const request = HttpServerRequest.fromWeb(new Request("http://candor.test", { method: "POST", body }))
      let isOver = false
      const discarding = Effect.runPromise(discardRest(request)).then(() => isOver = true)
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      jest.advanceTimersByTime(1999)
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      expect(isOver).toBe(false)
      jest.advanceTimersByTime(1)
      await discarding
      expect(isOver).toBe(true)
    })
  })
})
