import { announce, type Beginning } from "@candor/api/server/Announcement"
import { expect, test } from "bun:test"
import { ConfigProvider, Effect, Logger, Option, References } from "effect"

const origin = "http://127.0.0.1:3000"

const demo: Beginning = {
  link: Option.some(`${origin}/console/first#token=candor_link_${"5e".repeat(40)}&email=ada%40acme.example`),
  file: "/srv/candor/.candor/demo.json",
  request: `curl -H 'Authorization: Bearer '$(grep '.read.:' /srv/candor/.candor/demo.json) ${origin}/api/v1/jobs`
}

/** What is logged at the end of a start: texts with their annotations. */
const logged = async (format: string, beginning: Option.Option<Beginning>) => {
  const lines: Array<{ readonly text: string; readonly annotations: object }> = []
  const logger = Logger.make<unknown, void>(({ fiber, message }) => {
    lines.push({ text: String(message), annotations: fiber.getRef(References.CurrentLogAnnotations) })
  })
  await Effect.runPromise(
    announce(origin, beginning).pipe(
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { LOG_FORMAT: format } }))
    )
  )
  return lines
}

test("on a terminal a start ends with a box, in which link and request can be copied as they are", async () => {
  const [line, ...others] = await logged("pretty", Option.some(demo))
  const rows = line!.text.split("\n").slice(1)
  expect(others).toEqual([])
  expect([rows[0], rows.at(-1)]).toEqual([expect.stringMatching(/^─+$/), rows[0]])
  expect(rows).toContain(Option.getOrThrow(demo.link))
  expect(rows).toContain(demo.request)
  expect(rows.join()).toContain(demo.file)
})

test("on a terminal a start without the demo ends with the console's address in the box", async () => {
  const [line] = await logged("pretty", Option.none())
  expect(line!.text).toContain(`\n${origin}/console\n`)
})

test("as JSON a start ends with a line for the link, and one for the keys with the request", async () => {
  const fields = (await logged("json", Option.some(demo))).map(({ annotations }) => annotations)
  expect(fields).toEqual([{ link: Option.getOrThrow(demo.link) }, { demo_file: demo.file, curl: demo.request }])
  expect(await logged("json", Option.none())).toEqual([])
})
