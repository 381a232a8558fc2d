/** The console in a headless Chromium, by Playwright. The browser is the one that is installed on the machine. */
import { installed } from "@candor/process/testing/Chromium"
import { source as axeSource } from "axe-core"
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
}

/** Milliseconds for which an action waits for its element: less than a test has, so that its failure says what was missing. */
const actionMillis = 30_000

/**
 * For the tests of a file: opens an address in a new window, in place of the one before, whose page would work on. The browser
 * ends after the last test.
 */
export const browserWindow = () => {
  let browser: Promise<Browser> | undefined
  let window: BrowserContext | undefined

  afterAll(async () => {
    await (await browser)?.close()
  })

  return async (url: string, { dark = false, key, width = 1280 }: Options = {}): Promise<Opened> => {
    browser ??= chromium.launch({ executablePath: executablePath!, args: ["--no-sandbox", "--disable-gpu"] })
    await window?.close()
    const context = await (await browser).newContext({
      colorScheme: dark ? "dark" : "light",
      viewport: { width, height: 800 },
      permissions: ["clipboard-read", "clipboard-write"],
      reducedMotion: "reduce"
    })
    window = context
    context.setDefaultTimeout(actionMillis)
    if (key !== undefined) await context.addInitScript((text) => sessionStorage.setItem("candor.key", text), key)
    const page = await context.newPage()
    const errors: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text())
    })
    page.on("pageerror", ({ message }) => errors.push(message))
    await page.goto(url)
    return { page, errors }
  }
}

interface Results {
  readonly violations: ReadonlyArray<{ readonly id: string; readonly nodes: ReadonlyArray<{ readonly html: string }> }>
}

/** What axe finds wrong with the page as it is, each with the elements. */
export const axeFindings = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axeSource)
  const { violations } = await page.evaluate<Results>("axe.run()")
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
}

/** Pixels by which the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** What axe finds on the page, narrow and light, and wide and dark; and whether it is wider than the window. */
export const findingsOfBothLooks = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: "light" })
  const pixels = await overflow(page)
  const narrow = await axeFindings(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: "dark" })
  return [...narrow, ...await axeFindings(page), ...(pixels > 0 ? [`${pixels} px wider than 360 px`] : [])]
}
