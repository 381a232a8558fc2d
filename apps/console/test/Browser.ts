/** The console in a headless Chromium, by Playwright. Uses the installed browser. */
import { installed } from "@candor/process/testing/Chromium"
import axeSource from "axe-core/axe.min.js" with { type: "text" }
import { afterAll } from "bun:test"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"

export type { Page }

/** Undefined if Chromium is not installed. */
export const executablePath = installed()

export interface Opened {
  readonly page: Page
  /** The errors in the page's console, including violations of its policy. */
  readonly errors: ReadonlyArray<string>
}

export interface Options {
  /** The API key to sign in with before the page loads. */
  readonly key?: string
  /** Pixels. */
  readonly width?: number
  readonly dark?: boolean
  /**
   * Whether to load the page even if the same person has the console open: for a test of what loading finds, or of a
   * change from elsewhere.
   */
  readonly loads?: boolean
}

/**
 * Milliseconds for which an action waits for its element: less than a test's limit, so that the failure names what is
 * missing.
 */
const actionMillis = 120_000

let browser: Promise<Browser> | undefined

/** The browser of this process, which ends with it: starting a new one takes as long as two pages. */
const theBrowser = (): Promise<Browser> =>
  browser ??= chromium.launch({
    executablePath: executablePath!,
    // Chromium starts a spare process for each window, which no test needs, unless it has reached its limit.
    args: ["--no-sandbox", "--disable-gpu", "--renderer-process-limit=1"],
    // In the locale C, Chromium replaces non-ASCII letters in the names of saved files.
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    // People have scrollbars, too.
    ignoreDefaultArgs: ["--hide-scrollbars"]
  })

/**
 * Keeps the pointer on notices with an undo, so that they stay: a slow machine may need longer than their ten seconds.
 */
const holdOffers = () => {
  const hold = () =>
    document.querySelector(".notices [aria-keyshortcuts]")?.dispatchEvent(
      new MouseEvent("mouseover", { bubbles: true })
    )
  new MutationObserver(hold).observe(document, { childList: true, subtree: true })
}

const newContext = async (locale: string): Promise<BrowserContext> => {
  const context = await (await theBrowser()).newContext({
    locale,
    // The time zone of typed dates, wherever the tests run.
    timezoneId: "UTC",
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "reduce"
  })
  context.setDefaultTimeout(actionMillis)
  return context
}

/**
 * Loads an address like a new window: without a cookie, and with only this key in the origin's storage. The new
 * document clears the storage before its scripts run: the previous page has ended by then, so no response to it can set
 * values again.
 */
const load = async (page: Page, url: string, key: string | undefined): Promise<void> => {
  const context = page.context()
  if ((await context.cookies()).length > 0) {
    // A pending request would set the cookie again.
    await page.goto("about:blank")
    await context.clearCookies()
  }
  const clear = ([origin, key]: readonly [string, string | null]) => {
    if (location.origin !== origin || top !== self) return
    sessionStorage.clear()
    localStorage.clear()
    if (key !== null) sessionStorage.setItem("candor.key", key)
  }
  const { hash, origin } = new URL(url)
  // A browser does not reload for an address that differs only in its hash.
  if (hash !== "" && page.url().split("#")[0] === url.split("#")[0]) await page.goto("about:blank")
  await using _ = await page.addInitScript(clear, [origin, key ?? null] as const)
  await page.goto(url)
}

/** Goes to an address of the console like a link: loading its page takes four times as long. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((path) => {
    history.pushState(null, "", path)
    dispatchEvent(new PopStateEvent("popstate"))
  }, `/console${path}`)

/** Ends the notices of the console, as leaving the page would: reloading it takes far longer. */
export const endNotices = (page: Page): Promise<unknown> =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")))

/** The heading of a missing page, in the languages of the console. */
const nowhere = /^(Page not found|Seite nicht gefunden)$/

/**
 * Leaves the current page of the console for one that sends no requests, and discards all input and notices. Returns
 * false if the console is not open, or another person uses it.
 */
const leave = async (page: Page, url: string, key: string): Promise<boolean> => {
  const isThere = await page.evaluate(([origin, key]) => {
    if (
      location.origin !== origin || !location.pathname.startsWith("/console") ||
      sessionStorage.getItem("candor.key") !== key
    ) return false
    // Notices end with the page.
    dispatchEvent(new PageTransitionEvent("pagehide"))
    return document.querySelector("[role=dialog]") === null
  }, [new URL(url).origin, key])
  if (!isThere) return false
  await follow(page, "/nothing")
  await page.getByRole("heading", { level: 1, name: nowhere }).waitFor()
  await page.evaluate(() => {
    localStorage.clear()
    for (const name of Object.keys(sessionStorage)) if (name !== "candor.key") sessionStorage.removeItem(name)
  })
  return true
}

/**
 * For the tests of a file: opens an address in place of the previous page, which would otherwise keep working, as in a
 * new window. It reuses the same window, cleared, which takes two thirds of the time of a new one. If the same person
 * has the console open, the page is reached by a link, which takes a fifth of loading it; `loads` loads it. `isNew`
 * makes a new window each time, for tests that change more of it. `locale` is the language of the browser. The window
 * closes after the last test.
 */
export const browserWindow = ({ isNew = false, locale = "en-US" } = {}) => {
  let window: Page | undefined
  let errors: Array<string> = []

  afterAll(async () => {
    await window?.context().close()
  })

  const newWindow = async (): Promise<Page> => {
    await window?.context().close()
    const page = await (await newContext(locale)).newPage()
    page.on("console", (message) => {
      // Chromium requests this for a page without an icon, such as an identity provider's.
      if (message.type() === "error" && !message.location().url.endsWith("/favicon.ico")) errors.push(message.text())
    })
    page.on("pageerror", ({ message }) => errors.push(message))
    return page
  }

  return async (url: string, { dark = false, key, loads = false, width = 1280 }: Options = {}): Promise<Opened> => {
    const page = isNew || window === undefined ? await newWindow() : window
    window = page
    await page.context().setOffline(false)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" })
    // While a route is set, Chromium bypasses its cache.
    await page.unrouteAll()
    const { hash, pathname, search } = new URL(url)
    if (
      !isNew && !loads && key !== undefined && hash === "" && pathname.startsWith("/console/") &&
      await leave(page, url, key)
    ) {
      errors = []
      await follow(page, pathname.replace("/console", "") + search)
      return { page, errors }
    }
    errors = []
    await load(page, url, key)
    // An init script would also run in frames, and be blocked in sandboxed ones.
    await page.evaluate(holdOffers)
    return { page, errors }
  }
}

interface Results {
  readonly violations: ReadonlyArray<{ readonly id: string; readonly nodes: ReadonlyArray<{ readonly html: string }> }>
}

/** Options for axe: only violations, without the selectors of their elements, which take half of its time. */
const axeOptions = { resultTypes: ["violations"], selectors: false, iframes: false, preload: false }

/** Returns axe's findings for the page in its present state, by all rules or by some, each with its elements. */
export const axeFindings = async (page: Page, runOnly?: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axeSource)
  const options = JSON.stringify({ ...axeOptions, runOnly })
  const { violations } = await page.evaluate<Results>(`axe.run(${options}).then(({ violations }) => ({ violations }))`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
}

/** Returns the pixels by which the page is wider than the window, after size observers have run. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() =>
    new Promise<number>((resolve) =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() =>
          resolve(document.documentElement.scrollWidth - document.documentElement.clientWidth)
        )
      )
    )
  )

/** Returns by how much a page is wider than a narrow window, and leaves the window at that size. */
export const widthFindings = async (page: Page, width = 360): Promise<ReadonlyArray<string>> => {
  await page.setViewportSize({ width, height: 740 })
  const pixels = await overflow(page)
  return pixels > 0 ? [`${pixels} px wider than ${width} px`] : []
}

/**
 * Rules whose findings may depend on the width: scrollable regions, and the names of elements that appear at one width
 * only.
 */
const rulesOfWidths = ["scrollable-region-focusable", "button-name", "label", "link-name"]

/**
 * Returns axe's findings for the page, wide and narrow, and whether it is wider than the window. german.test.ts also
 * checks every page of the console and its dialogs in dark mode: changing the mode for every state of a page would take
 * as long again.
 */
export const findingsOfPage = async (page: Page): Promise<ReadonlyArray<string>> => {
  const width = await widthFindings(page)
  const narrow = await axeFindings(page, rulesOfWidths)
  await page.setViewportSize({ width: 1280, height: 800 })
  return [...narrow, ...await axeFindings(page), ...width]
}

/**
 * Returns axe's findings for the page, wide and dark, and for the appearance only, narrow and light; and whether it is
 * wider than the window.
 */
export const findingsOfBothLooks = async (page: Page, narrowest?: number): Promise<ReadonlyArray<string>> => {
  await page.emulateMedia({ colorScheme: "light" })
  const width = await widthFindings(page, narrowest)
  const narrow = await axeFindings(page, ["color-contrast", ...rulesOfWidths])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: "dark" })
  return [...narrow, ...await axeFindings(page), ...width]
}
