/**
 * The console under `/console`: the built files of apps/console, which any browser may load without a key. All its
 * pages are the same document, whose script reads the URL.
 */
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { readdir, readFile } from "node:fs/promises"
import { dirname, extname, join } from "node:path"
import * as Responses from "../response/Responses.ts"
import * as FixedDocument from "./FixedDocument.ts"
import * as MailFrame from "./MailFrame.ts"

/** Builds the console from the sources, or reuses a build (apps/console/build.ts). Returns its folder. */
const built = async (): Promise<string> => {
  const program = join(import.meta.dir, "../../../console/build.ts")
  const child = Bun.spawn([process.execPath, program], { stdin: "ignore", stdout: "pipe", stderr: "pipe" })
  const [said, wrong] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if (await child.exited !== 0) throw new Error(`The console cannot be built: ${wrong}`)
  return said.trim().split("\n").at(-1)!
}

/** The folder of the console's files: built from the sources, or, in a built program, beside it. */
const findFolder = (): Promise<string> =>
  import.meta.path.endsWith(".ts") ? built() : Promise.resolve(join(dirname(Bun.main), "console"))

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml"
}

/**
 * The response with a file. Its name contains a hash of its content, so browsers cache it for a year without asking.
 */
const asset = async (folder: string, name: string) => {
  const text = await readFile(join(folder, name), "utf8")
  return FixedDocument.serve(async () => ({
    text,
    contentType: contentTypes[extname(name)]!,
    cacheControl: "public, max-age=31536000, immutable"
  }))
}

/**
 * All files, read into memory at the first request: another start or a new build may remove the folder while this
 * process runs.
 */
const site = FixedDocument.once(async () => {
  const folder = await findFolder()
  const assets = join(folder, "assets")
  const names = (await readdir(assets)).filter((name) => extname(name) in contentTypes)
  return {
    page: await readFile(join(folder, "index.html"), "utf8"),
    assets: new Map(await Promise.all(names.map(async (name) => [name, await asset(assets, name)] as const)))
  }
})

/**
 * Builds the console when running from sources, so that the first page does not wait for it. A failure is reported by
 * the first page.
 */
export const prepared = import.meta.path.endsWith(".ts") ? Effect.ignore(Effect.tryPromise(site)) : Effect.void

/** The page only runs its own files, only connects to this server, and cannot be framed. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Files that were loaded with the session are shown by `blob:` URLs of the page.
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  // Formatted mails are shown in a frame that has its own policy (MailFrame.ts).
  "frame-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Trusted Types policies of the worker that reads PDFs (apps/console/src/file/openPdf.ts), of frames without
  // permissions (parts/PageFrame.tsx), and of pasted texts (parts/htmlAsMarkdown.ts).
  "trusted-types default frame pasted"
].join("; ")

const page = FixedDocument.serve(async () => ({
  text: (await site()).page,
  contentType: "text/html; charset=utf-8",
  cacheControl: "public, no-cache",
  headers: {
    "content-security-policy": policy,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer"
  }
}))

const file = Effect.gen(function*() {
  const { file: name = "" } = yield* HttpRouter.params
  const { assets } = yield* Effect.promise(site)
  return yield* assets.get(name) ?? Effect.succeed(Responses.routeNotFound)
})

export const layer = Layer.mergeAll(
  HttpRouter.add("GET", "/console/*", page),
  HttpRouter.add("GET", "/console/assets/:file", file),
  HttpRouter.add("GET", "/console/formatted", MailFrame.serve)
)
