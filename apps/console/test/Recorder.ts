/**
 * Performs a task like a person, and counts the steps. A click, a drag and a key count as one each, as does a key with
 * Ctrl or Shift; a choice from a native list counts as two clicks. Typing into the focused field counts as none.
 */
import type { Locator } from "playwright-core"
import type { Page } from "./Browser.ts"

export type Recorder = ReturnType<typeof recorder>

/** The maximum number of presses of a key until something has the focus: beyond it, the keyboard cannot reach it. */
const maxPresses = 12

/**
 * Waits until Enter would take this option of the search: its field refers to the option some time after the list
 * highlights it.
 */
export const isChosen = async (page: Page, option: Locator): Promise<void> => {
  const id = await option.getAttribute("id")
  await page.locator(`.palette input[aria-activedescendant="${id}"]`).waitFor()
}

export const recorder = (page: Page) => {
  // The first listener makes the browser hand over its file choosers, which takes longer than a key press.
  page.on("filechooser", () => {})
  const steps: Array<string> = []
  const count = (step: string) => void steps.push(step)

  const click = async (target: Locator, step: string): Promise<void> => {
    await target.click()
    count(step)
  }
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key)
    count(
      key.replace("Control", "Ctrl").replace("ArrowRight", "→").replace("ArrowDown", "↓").replace(
        /(?<=^|\+)[a-z]$/,
        (letter) => letter.toUpperCase()
      )
    )
  }
  const drag = async (card: Locator, column: Locator): Promise<void> => {
    await card.dragTo(column)
    count("drag")
  }
  /** Types where the focus is; if a field is given, it must have the focus. */
  const type = async (text: string, field?: Locator): Promise<void> => {
    await field?.and(page.locator(":focus")).waitFor()
    await page.keyboard.type(text)
  }
  /** Chooses from a native list, which no program can click. */
  const choose = async (list: Locator, label: string): Promise<void> => {
    await list.selectOption({ label })
    count("list")
    count("choice")
  }
  /** Presses a key until something has the focus. */
  const pressTo = async (key: string, target: Locator): Promise<void> => {
    await target.waitFor()
    do await press(key)
    while (await target.and(page.locator(":focus")).count() === 0 && steps.length < maxPresses)
  }
  const found = (name: string) => page.getByRole("option", { name })
  /** Picks a result of the console's search. */
  const take = async (text: string, name: string): Promise<void> => {
    await press("Control+k")
    await type(text, page.getByLabel("Search pages, jobs and people, or run a command"))
    await found(name).waitFor()
    // The list highlights one of its options some time after it shows them.
    await page.locator(".palette [role=option][data-focused]").waitFor()
    while (await found(name).getAttribute("data-focused") === null && steps.length < maxPresses)
      await press("ArrowDown")
    await isChosen(page, found(name))
    await press("Enter")
    await page.locator(".palette").waitFor({ state: "detached" })
  }
  /** The same with the pointer. */
  const takeByClick = async (text: string, name: string): Promise<void> => {
    await click(page.getByRole("button", { name: "Search" }), "Search")
    await type(text, page.getByLabel("Search pages, jobs and people, or run a command"))
    await click(found(name), "result")
  }
  /** Chooses a file in the browser's dialog, which the action opens: one more click or key. */
  const chooseFile = async (opening: () => Promise<void>, name: string, step: string): Promise<void> => {
    const chooser = page.waitForEvent("filechooser")
    await opening()
    await (await chooser).setFiles({ name, mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF") })
    count(step)
    await page.getByRole("button", { name: `Remove ${name}` }).waitFor()
  }
  return { page, steps, click, press, drag, type, choose, pressTo, take, takeByClick, chooseFile }
}
