/** The socket on which a server takes commands. */
import * as ControlSocket from "@candor/commands/ControlSocket"
import { expect, test } from "bun:test"
import { Deferred, Effect, Fiber, Logger, Option } from "effect"
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A directory that is removed with the scope, with a name of at least so many characters. */
const directory = (length = 0) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "candor-"))),
      (root) => Effect.sync(() => rmSync(root, { recursive: true }))
    ),
    (root) => {
      const path = join(root, "x".repeat(Math.max(1, length - root.length)))
      mkdirSync(path)
      return path
    }
  )

const outcome = (stdout: string) => ({ code: 0, stdout, stderr: "", question: null } as const)

test("commands run one after the other", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const path = yield* directory()
    const begun = yield* Deferred.make<void>()
    const go = yield* Deferred.make<void>()
    let underWay = 0
    const running: Array<number> = []
    yield* ControlSocket.listen(path, ([name = ""]) =>
      Effect.gen(function*() {
        running.push(++underWay)
        yield* Deferred.succeed(begun, undefined)
        yield* Deferred.await(go)
        underWay--
        return outcome(name)
      }))
    const requested = yield* Effect.forEach(
      ["a", "b", "c"],
      (name) => Effect.forkChild(ControlSocket.ask(path, [name]))
    )
    yield* Deferred.await(begun)
    // Refused after the other commands came.
    const refused = () =>
      fetch("http://candor/", { unix: join(path, "control.sock"), method: "POST", body: "no command" })
    for (let n = 0; n < 20; n++) expect((yield* Effect.promise(refused)).status).toBe(400)
    yield* Deferred.succeed(go, undefined)
    const answers = yield* Fiber.joinAll(requested)
    expect(answers.map((answer) => Option.getOrThrow(answer).stdout)).toEqual(["a", "b", "c"])
    expect(running).toEqual([1, 1, 1])
  }))))

test("a path that is too long for a socket is said, and no socket is made", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const path = yield* directory(200)
    const lines: Array<unknown> = []
    const logger = Logger.make(({ message }) => void lines.push(message))
    yield* ControlSocket.listen(path, () => Effect.succeed(outcome(""))).pipe(
      Effect.provideService(Logger.CurrentLoggers, new Set([logger]))
    )
    expect(lines).toEqual([expect.arrayContaining([expect.stringContaining("is too long for a socket")])])
    expect(existsSync(join(path, "control.sock"))).toBe(false)
    expect(yield* ControlSocket.ask(path, ["migrate"])).toEqual(Option.none())
  }))))
