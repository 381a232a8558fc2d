/** A headless Chromium, driven by the DevTools protocol (https://chromedevtools.github.io/devtools-protocol). */
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { processes } from "./Processes.ts"

/** The names of the program. The first has no windows, and takes two thirds of the CPU time of the others. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]

/** Returns the path of the installed Chromium; undefined if there is none. */
export const installed = (): string | undefined =>
  names.map((name) => Bun.which(name)).find((path) => path !== null) ?? undefined

interface Message {
  readonly id?: number
  readonly method?: string
  readonly sessionId?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** A page in a window of its own. */
export interface Page {
  /** The URLs of all requests of the page so far, including those that its policy blocked. */
  readonly requested: ReadonlyArray<string>
  /** The errors in the page's console, and the violations of its policy. */
  readonly errors: ReadonlyArray<string>
  /** Returns the value of an expression; a promise is awaited. */
  readonly evaluate: <A>(expression: string) => Promise<A>
  /** Waits up to 30 s until the expression, evaluated in each frame, is true. */
  readonly until: (expression: string) => Promise<void>
  /** Clicks the element that an expression returns. */
  readonly click: (element: string) => Promise<void>
  /** Types a text into the element that an expression returns. */
  readonly type: (element: string, text: string) => Promise<void>
}

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  // Keeps it from starting a spare process for each window.
  "--disable-features=SpareRendererForSitePerProcess",
  // Whatever a page requests, only this machine can be reached.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  "--window-size=1400,1000",
  "--remote-debugging-port=0"
]

/** For the tests of a file: opens pages in a Chromium that ends after the last test. */
export const chromium = (path: string) => {
  const { folder, start } = processes("chromium")

  const connect = async () => {
    const profile = mkdtempSync(join(folder, "profile-"))
    const browser = start([
      "sh",
      "-c",
      `exec "$0" "$@" 2>&1`,
      path,
      ...flags,
      `--user-data-dir=${profile}`,
      "about:blank"
    ], {
      env: { HOME: profile },
      group: true
    })
    const said = await browser.hear(/DevTools listening on (ws:\S+)/)
    const socket = new WebSocket(/DevTools listening on (ws:\S+)/.exec(said)![1]!)
    const answers = new Map<number, PromiseWithResolvers<unknown>>()
    const listeners: Array<(message: Message) => void> = []
    socket.addEventListener("message", ({ data }) => {
      const message: Message = JSON.parse(String(data))
      if (message.id === undefined) { for (const listener of listeners) listener(message) }
      else if (message.error !== undefined) answers.get(message.id)?.reject(new Error(message.error.message))
      else answers.get(message.id)?.resolve(message.result)
    })
    const opened = Promise.withResolvers<unknown>()
    socket.addEventListener("open", opened.resolve)
    socket.addEventListener("error", opened.reject)
    await opened.promise
    const send = <A>(method: string, params: object = {}, sessionId?: string): Promise<A> => {
      const id = answers.size + 1
      const answer = Promise.withResolvers<unknown>()
      answers.set(id, answer)
      socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
      return answer.promise as Promise<A>
    }
    return { listeners, send }
  }

  let browser: ReturnType<typeof connect> | undefined

  /** Opens a URL; resolves when the page has loaded. */
  return async (url: string): Promise<Page> => {
    const { listeners, send } = await (browser ??= connect())
    const { targetId } = await send<{ targetId: string }>("Target.createTarget", { url: "about:blank" })
    const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true })
    const tell = <A>(method: string, params: object = {}) => send<A>(method, params, sessionId)
    const requested: Array<string> = []
    const errors: Array<string> = []
    const loaded = Promise.withResolvers<void>()
    listeners.push(({ method, params, sessionId: from }) => {
      if (from !== sessionId) return
      if (method === "Network.requestWillBeSent") requested.push((params as { request: { url: string } }).request.url)
      if (method === "Page.loadEventFired") loaded.resolve()
      if (method === "Runtime.exceptionThrown") errors.push(JSON.stringify(params))
      if (method === "Log.entryAdded") {
        const { entry } = params as { entry: { level: string; text: string } }
        if (entry.level === "error") errors.push(entry.text)
      }
    })
    for (const domain of ["Network", "Page", "Runtime", "Log"]) await tell(`${domain}.enable`)
    const evaluate = async <A>(expression: string): Promise<A> => {
      const { exceptionDetails, result } = await tell<{ result: { value: A }; exceptionDetails?: object }>(
        "Runtime.evaluate",
        {
          expression,
          awaitPromise: true,
          returnByValue: true
        }
      )
      if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`)
      return result.value
    }
    const until = (expression: string) =>
      evaluate<void>(`new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error("It did not become true within 30 s")), 30000)
        const check = () => { if (${expression}) resolve(); else requestAnimationFrame(check) }
        check()
      })`)
    await tell("Page.navigate", { url })
    await loaded.promise
    return {
      requested,
      errors,
      evaluate,
      until,
      click: (element) => evaluate(`${element}.click()`),
      type: async (element, text) => {
        await evaluate(`${element}.focus()`)
        await tell("Input.insertText", { text })
      }
    }
  }
}
