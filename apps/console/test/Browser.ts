/** The console in a headless Chromium, by Playwright. The browser is the one that is installed on the machine. */
import { installed } from "@candor/process/testing/Chromium"
import axeSource from "axe-core/axe.min.js" with { type: "text" }
import { afterAll } from "bun:test"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"

export type { Page }

/** Undefined where no Chromium is installed. */
export const executablePath = installed()

export interface Opened {
  readonly page: Page
  /** What the page wrote to its console as errors, violations of its policy included. */
  readonly errors: ReadonlyArray<string>
}

export interface Options {
  /** Signs in by this API key before the page loads. */
  readonly key?: string
  /** Pixels. */
  readonly width?: number
  readonly dark?: boolean
  /**
   * Loads the page, also where the same person has the console open: for a test of what that finds, or that another way
   * has changed.
   */
  readonly loads?: boolean
}

/**
 * Milliseconds for which an action waits for its element: less than a test has, so that its failure says what was
 * missing.
 */
const actionMillis = 120_000

let browser: Promise<Browser> | undefined

/** The one of this process, with which it ends: a new one takes as long as two pages. */
const theBrowser = (): Promise<Browser> =>
  browser ??= chromium.launch({
    executablePath: executablePath!,
    args: ["--no-sandbox", "--disable-gpu"],
    // In the locale C, Chromium replaces letters beyond ASCII in the names of saved files.
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    // People have scrollbars.
    ignoreDefaultArgs: ["--hide-scrollbars"]
  })

/**
 * Rests the pointer on notices that offer to take something back, which stay for as long: a slow machine may need more
 * than their ten seconds.
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
    // Dates that are typed are those of this zone, wherever the tests run.
    timezoneId: "UTC",
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "reduce"
  })
  context.setDefaultTimeout(actionMillis)
  return context
}

/**
 * Loads an address as a new window would: without a cookie, and with this key alone in the storage of its origin. The
 * new document clears the storage before its scripts run: the page before has ended by then, so that no response to it
 * sets what was cleared.
 */
const load = async (page: Page, url: string, key: string | undefined): Promise<void> => {
  const context = page.context()
  if ((await context.cookies()).length > 0) {
    // A request under way would set the cookie again.
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
  // A browser does not load an address that differs in its hash alone.
  if (hash !== "" && page.url().split("#")[0] === url.split("#")[0]) await page.goto("about:blank")
  await using _ = await page.addInitScript(clear, [origin, key ?? null] as const)
  await page.goto(url)
}

/** Goes to an address of the console as a link does: to load its page takes four times as long. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((path) => {
    history.pushState(null, "", path)
    dispatchEvent(new PopStateEvent("popstate"))
  }, `/console${path}`)

/** Ends the notices that the console shows, as the end of the page does: to load it anew takes far longer. */
export const endNotices = (page: Page): Promise<unknown> =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")))

/** The heading where there is no page, in the languages of the console. */
const nowhere = /^(Page not found|Seite nicht gefunden)$/

/**
 * Leaves the page that the console shows, for one that asks for nothing, with nothing of what was written or told
 * there. Returns false where the console is not open, or another person has it.
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
 * For the tests of a file: opens an address in place of the one before, whose page would work on, as in a new window.
 * It is the same one, cleared, which takes two thirds of what a new one takes. The person who has the console open goes
 * on in it by its links, which takes a fifth of loading it; with `loads` it is loaded. Where a test changes more of the
 * window, `isNew` has each be a new one. `locale` is the language of the browser. The window closes after the last
 * test.
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
      // For a page that names no icon, such as that of an identity provider, Chromium asks for this one.
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
    // While there is a route, Chromium loads each file anew.
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
    // A script of the context would run in frames, too, and be refused by those that are sandboxed.
    await page.evaluate(holdOffers)
    return { page, errors }
  }
}

interface Results {
  readonly violations: ReadonlyArray<{ readonly id: string; readonly nodes: ReadonlyArray<{ readonly html: string }> }>
}

/**
 * What is asked of axe: violations alone, without the selectors that find their elements again, which take half its
 * time.
 */
const axeOptions = { resultTypes: ["violations"], selectors: false, iframes: false, preload: false }

/** What axe finds wrong with the page as it is, by all of its rules or by some, each with the elements. */
export const axeFindings = async (page: Page, runOnly?: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axeSource)
  const options = JSON.stringify({ ...axeOptions, runOnly })
  const { violations } = await page.evaluate<Results>(`axe.run(${options}).then(({ violations }) => ({ violations }))`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
}

/** Pixels by which the page is wider than the window, once what observes sizes has answered. */
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

/** Returns by how much a page is wider than a narrow window, which it leaves at that size. */
export const widthFindings = async (page: Page, width = 360): Promise<ReadonlyArray<string>> => {
  await page.setViewportSize({ width, height: 740 })
  const pixels = await overflow(page)
  return pixels > 0 ? [`${pixels} px wider than ${width} px`] : []
}

/** Rules whose findings may differ between widths: what scrolls, and the names of what only one of them shows. */
const rulesOfWidths = ["scrollable-region-focusable", "button-name", "label", "link-name"]

/**
 * What axe finds on the page, wide and narrow, and whether it is wider than the window. german.test.ts looks at every
 * page of the console and its dialogs in the dark, too: to change the look for every state of a page takes as long.
 */
export const findingsOfPage = async (page: Page): Promise<ReadonlyArray<string>> => {
  const width = await widthFindings(page)
  const narrow = await axeFindings(page, rulesOfWidths)
  await page.setViewportSize({ width: 1280, height: 800 })
  return [...narrow, ...await axeFindings(page), ...width]
}

/**
 * What axe finds on the page, wide and dark, and by the look alone, narrow and light; and whether it is wider than the
 * window.
 */
export const findingsOfBothLooks = async (page: Page, narrowest?: number): Promise<ReadonlyArray<string>> => {
  await page.emulateMedia({ colorScheme: "light" })
  const width = await widthFindings(page, narrowest)
  const narrow = await axeFindings(page, ["color-contrast", ...rulesOfWidths])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: "dark" })
  return [...narrow, ...await axeFindings(page), ...width]
}
