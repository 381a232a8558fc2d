/**
 * Takes screenshots of the console's pages into docs/images, narrow and wide, light and dark, from its own server with
 * the demo. Needs an installed Chromium.
 *
 *     bun run screenshots
 */
import { installed } from "@candor/process/testing/Chromium"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium, type Page, type Request } from "playwright-core"

const root = join(import.meta.dir, "..")
const images = join(root, "docs/images")

interface Application {
  readonly id: string
  readonly job: { readonly id: string; readonly title: string }
  readonly candidate: { readonly id: string; readonly full_name: string }
}

interface Begun {
  readonly origin: string
  /** The link that signs in to the console. */
  readonly link: string
  readonly key: string
}

/** Starts a server with a new data directory; returns the values in its log when it is ready. */
const begin = async (server: Bun.Subprocess<"ignore", "pipe", "inherit">): Promise<Begun> => {
  let said = ""
  for await (const text of server.stdout.pipeThrough(new TextDecoderStream())) {
    said += text
    const file = /"demo_file":"([^"]+)"/.exec(said)?.[1]
    const link = /"link":"([^"]+)"/.exec(said)?.[1]
    if (file === undefined || link === undefined) continue
    const { keys }: { readonly keys: { readonly read: string } } = await Bun.file(file).json()
    return { origin: new URL(link).origin, link, key: keys.read }
  }
  throw new Error(`The server ended: ${said}`)
}

/** Chooses a recent active application of the job with the most of them: a fuller board makes a better picture. */
const chosen = async ({ key, origin }: Begun): Promise<Application> => {
  const answer = await fetch(`${origin}/api/v1/applications?status=active&limit=100`, {
    headers: { authorization: `Bearer ${key}` }
  })
  const { applications }: { readonly applications: ReadonlyArray<Application> } = await answer.json()
  const [fullest] = [...Map.groupBy(applications, ({ job }) => job.id).values()].toSorted((one, other) =>
    other.length - one.length
  )
  return fullest![0]!
}

/** Returns whether a request waits for events as long as its page is open. */
const follows = (request: Request): boolean =>
  request.resourceType() === "eventsource" || /\/events\b/.test(request.url())

/** Makes a function that waits until the page shows a text, and has had no open requests for half a second. */
const watch = (page: Page) => {
  const pending = new Set<Request>()
  let since = performance.now()
  const began = (request: Request) => {
    if (!follows(request)) pending.add(request)
    since = performance.now()
  }
  const ended = (request: Request) => {
    pending.delete(request)
    since = performance.now()
  }
  page.on("request", began).on("requestfinished", ended).on("requestfailed", ended)
  return async (text: string): Promise<void> => {
    await page.getByRole("main").getByText(text).first().waitFor()
    while (pending.size > 0 || performance.now() - since < 500) await Bun.sleep(50)
  }
}

const looks = [{ width: 1280, height: 800, suffix: "" }, { width: 360, height: 740, suffix: "-360" }] as const

/** Takes four screenshots of the open page. */
const take = async (page: Page, name: string): Promise<void> => {
  const devTools = await page.context().newCDPSession(page)
  // Moves the pointer away from rows and links.
  await page.mouse.move(0, 0)
  for (const { height, suffix, width } of looks) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      // WebP takes a third of the size of PNG.
      const { data } = await devTools.send("Page.captureScreenshot", { format: "webp", quality: 90 })
      const path = join(images, `${name}${suffix}${colorScheme === "dark" ? "-dark" : ""}.webp`)
      console.log(path, `${Math.round(await Bun.write(path, Buffer.from(data, "base64")) / 1000)} kB`)
    }
  }
  await page.setViewportSize(looks[0])
}

const redirect_uri = "https://claude.ai/api/mcp/auth_callback"
const code_verifier = "a".repeat(43)

/** Registers an app, and returns the address to which it sends the browser. */
const requestOfApp = async ({ origin }: Begun): Promise<URL> => {
  const answer = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Claude", redirect_uris: [redirect_uri] })
  })
  const { client_id }: { readonly client_id: string } = await answer.json()
  const query = {
    response_type: "code",
    client_id,
    redirect_uri,
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${origin}/mcp`
  }
  return new URL(`/console/authorize?${new URLSearchParams(query)}`, origin)
}

/** Allows the app's request on the open page, and connects the app. The redirect to the app is not followed. */
const allow = async (page: Page, { origin }: Begun, request: URL): Promise<void> => {
  await page.route(`${redirect_uri}**`, (route) => route.fulfill({ body: "Connected" }))
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(`${redirect_uri}**`)
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: new URL(page.url()).searchParams.get("code")!,
    client_id: request.searchParams.get("client_id")!,
    redirect_uri,
    code_verifier
  })
  const { status } = await fetch(`${origin}/oauth/token`, { method: "POST", body })
  if (status !== 200) throw new Error(`The code was refused: ${status}`)
}

const executablePath = installed()
if (executablePath === undefined) throw new Error("No Chromium is installed: apt-get install chromium")
const data = mkdtempSync(join(tmpdir(), "candor-screenshots-"))
const server = Bun.spawn([process.execPath, join(root, "apps/api/src/main.ts")], {
  env: { PATH: process.env["PATH"], PORT: "0", LOG_FORMAT: "json", CANDOR_DATA_DIR: data },
  stdin: "ignore",
  stdout: "pipe",
  stderr: "inherit"
})
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
try {
  const begun = await begin(server)
  const { candidate, id, job } = await chosen(begun)
  const page = await browser.newPage({ viewport: looks[0], locale: "en-GB", timezoneId: "Europe/Berlin" })
  const shown = watch(page)
  // The first request waits for the build of the console.
  await page.goto(begun.link, { timeout: 120_000 })
  for (const field of await page.locator("input[type=password]").all()) await field.fill("correct horse battery staple")
  await page.locator("button[type=submit]").first().click()
  await shown("To do")
  const pages = [["jobs", "jobs", job.title], ["board", `jobs/${job.id}`, candidate.full_name], [
    "application",
    `applications/${id}`,
    candidate.full_name
  ], ["person", `candidates/${candidate.id}`, candidate.full_name]] as const
  for (const [name, path, text] of pages) {
    await page.goto(`${begun.origin}/console/${path}`)
    await shown(text)
    await take(page, name)
  }
  const request = await requestOfApp(begun)
  await page.goto(request.href)
  await shown("Connect an app")
  await take(page, "connect-app")
  await allow(page, begun, request)
  await page.goto(`${begun.origin}/console/account`)
  await shown("Claude")
  await page.getByRole("heading", { name: "Connected apps" }).scrollIntoViewIfNeeded()
  await take(page, "connected-apps")
} finally {
  await browser.close()
  server.kill()
  await server.exited
  rmSync(data, { recursive: true, force: true })
}
