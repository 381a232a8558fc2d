/**
 * Measures a board with 5,000 applications in Chromium: the response time to clicks and keys, and the longest stall of
 * the page while a column scrolls to its end. Prints each figure beside its bound, and exits with 1 if one is exceeded.
 * On a busy machine the elapsed time means little, so the page's CPU time from the press to that frame has the same
 * bound.
 *
 *     TEST_DATABASE_URL=… bun soak/board.ts
 *
 * The figures are Chromium's own (Event Timing, Long Animation Frames): from the press to the frame that shows its
 * result.
 */
import { installed } from "@candor/process/testing/Chromium"
import { scratchFolder } from "@candor/process/testing/Scratch"
import { rmSync } from "node:fs"
import { chromium } from "playwright-core"
import { call, expecting } from "./Call.ts"
import { whenEnding } from "./Cleanup.ts"
import { prepare } from "./Demo.ts"
import { becomesReady, service } from "./Service.ts"
import { create } from "./TestDatabase.ts"

const applications = 5000

/** Milliseconds. */
const bounds = { press: 100, stall: 50 } as const

/** The number of cards to press. */
const presses = 40

const executablePath = installed()
if (executablePath === undefined) throw new Error("Chromium is not installed: apt-get install chromium")

const folder = scratchFolder("board")
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const database = await create()
const demo = await prepare(folder, database.url)
const server = await service("server", { name: "server", folder, env: demo.env })
server.start()
if (!await becomesReady(server, 60)) throw new Error(`The server is not ready after a minute: see ${server.log}`)
const key = (await demo.keys()).admin
const access = { base_url: server.base_url, key }
const post = async <Body>(path: string, body: object): Promise<Body> =>
  expecting<Body>(await call(access, { method: "POST", path, body }, { timeout: 30_000, pooled: true }), 201)

const { job } = await post<{ job: { id: string; stages: ReadonlyArray<{ id: string }> } }>("/jobs", {
  title: "A job that many want"
})
const candidate = {
  full_name: "Grace Hopper",
  primary_email: "grace@example.com",
  tags: ["compilers", "navy", "cobol"]
}
const { application } = await post<{ application: { id: string } }>("/applications", { job_id: job.id, candidate })
// Three of four are in the first stage, the others in later ones.
await database.sql`
  WITH people AS (
    INSERT INTO candidates SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'full_name', 'Person ' || n))).*
    FROM applications a JOIN candidates c ON c.organization_id = a.organization_id AND c.id = a.candidate_id, generate_series(1, ${
  applications - 1
}::integer) n
    WHERE a.id = ${application.id} RETURNING id, substr(full_name, 8)::integer AS n
  )
  INSERT INTO applications SELECT (jsonb_populate_record(a, jsonb_build_object(
    'id', gen_random_uuid(), 'candidate_id', p.id, 'created_at', a.created_at - make_interval(mins => p.n),
    'stage_id', (${job.stages.map(({ id }) => id)}::uuid[])[1 + CASE WHEN p.n % 4 = 0 THEN p.n / 4 % 4 ELSE 0 END]
  ))).* FROM applications a, people p WHERE a.id = ${application.id}`
await database.sql`ANALYZE`

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
whenEnding(() => void browser.close())
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
await page.addInitScript((key) => {
  sessionStorage.setItem("candor.key", key)
  const seen = { presses: [] as Array<number>, frames: [] as Array<number> }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    // Only a person's action has an interaction id, and one press has several events.
    for (const entry of list.getEntries())
      if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId > 0)
        seen.presses.push(entry.duration)
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit)
  new PerformanceObserver((list) => seen.frames.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: "long-animation-frame"
  })
}, key)

interface Seen {
  readonly presses: ReadonlyArray<number>
  readonly frames: ReadonlyArray<number>
}

/** Returns Chromium's entries since the last call: presses of at least 16 ms, and frames of at least 50 ms. */
const seen = () =>
  page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen }
    const copy = { presses: [...seen.presses], frames: [...seen.frames] }
    Object.assign(seen, { presses: [], frames: [] })
    return copy
  })

await page.goto(`${server.origin}/console/jobs/${job.id}`)
await page.locator(".card").first().waitFor()
await page.waitForTimeout(2000)
await seen()

const column = page.locator(".column-cards").first()
/** Returns the position of the last rendered card, from 1. */
const last = async () => Number(await column.locator(".card").last().getAttribute("aria-posinset"))

const box = (await column.boundingBox())!
await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
const whole = await page.locator(".column .count").first().innerText()
const started = Date.now()
while (await last() < Number(whole) && Date.now() - started < 300_000) {
  await page.mouse.wheel(0, 900)
  await page.waitForTimeout(30)
}
const { frames } = await seen()
console.log(
  `        ${await last()} cards of ${whole} were scrolled through, in ${((Date.now() - started) / 1000).toFixed(0)} s`
)

const devtools = await page.context().newCDPSession(page)
await devtools.send("Performance.enable", { timeDomain: "threadTicks" })
/** Returns the CPU time of the page in milliseconds. */
const taken = async () =>
  (await devtools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")!.value * 1000
const processor = new Map<string, ReadonlyArray<number>>()
/** Presses, and measures the CPU time until the next frame. */
const press = async (name: string, run: () => Promise<void>) => {
  const before = await taken()
  await run()
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  processor.set(name, [...processor.get(name) ?? [], await taken() - before])
  await page.waitForTimeout(150)
}

// With all cards on the board, opens cards, steps through them, selects and closes them.
for (let n = 0; n < presses; n++) {
  await page.mouse.wheel(0, -900)
  await page.waitForTimeout(150)
  await press("click", () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2))
  for (const key of ["j", "x", "k", "Escape"]) await press(key, () => page.keyboard.press(key))
}
const { presses: durations } = await seen()

let missed = 0
const report = (name: string, value: number, bound: number) => {
  if (value > bound) missed++
  console.log(`${value > bound ? "MISSED" : "      "}  ${name}: ${value.toFixed(0)} ms (at most ${bound})`)
}
const percentile95 = (all: ReadonlyArray<number>) =>
  all.toSorted((one, other) => one - other)[Math.ceil(all.length * 0.95) - 1] ?? 0
report(`a press is seen, 95th percentile of ${durations.length}`, percentile95(durations), bounds.press)
for (const [name, all] of processor)
  report(`the processor time of ${name}, 95th percentile of ${all.length}`, percentile95(all), bounds.press)
report("the longest stall while scrolling", Math.max(0, ...frames), bounds.stall)
await browser.close()
await server.stop("SIGTERM")
await database.drop()
process.exit(missed === 0 ? 0 : 1)
