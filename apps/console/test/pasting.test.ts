/** What is pasted from other programs into fields in a browser, on the real server. */
import { makers, type Makers } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, type Page } from "./Browser.ts"

/** A paragraph of Word's list, as Word for Windows and for the Mac copy it. */
const word = (level: number, mark: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

const ofWord = (...body: ReadonlyArray<string>) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--><style>p.MsoNormal {margin:0}</style></head><body><!--StartFragment-->${
    body.join("\n")
  }<!--EndFragment--></body></html>`

const pastes: ReadonlyArray<readonly [name: string, html: string, text: string, markdown: string]> = [
  [
    "bullets of Word",
    ofWord(
      "<p class=MsoNormal>You:<o:p></o:p></p>",
      word(1, "·", "write <b>fast</b> code"),
      word(2, "o", "in Rust"),
      word(1, "·", "review"),
      "<p class=MsoNormal>We:<o:p></o:p></p>"
    ),
    "",
    "You:\n\n- write **fast** code\n    - in Rust\n- review\n\nWe:"
  ],
  [
    "numbers of Word",
    ofWord(word(1, "1.", "One"), word(1, "2.", "Two"), word(2, "a.", "Deep")),
    "",
    "1. One\n2. Two\n    1. Deep"
  ],
  [
    "bullets of Word without styles",
    "<p class=MsoListParagraph>·&nbsp;&nbsp; One<o:p></o:p></p><p class=MsoListParagraph>· Two</p>",
    "",
    "- One\n- Two"
  ],
  ["Word's text alone", "", "You:\r\n•\tOne\r\no\tDeep\r\n•\tTwo\r\nWe", "You:\n\n- One\n    - Deep\n- Two\n\nWe"],
  ["numbers as text", "", "1.\tOne\n2.\tTwo", "1. One\n2. Two"],
  [
    "Word on the web",
    `<div class="ListContainerWrapper"><ul role="list"><li data-aria-level="1" role="listitem"><p><span>One</span><span>&nbsp;</span></p></li></ul></div><div class="ListContainerWrapper"><ul><li data-aria-level="2"><p>Deep</p></li></ul></div>`,
    "",
    "- One\n    - Deep"
  ],
  [
    "Google Docs",
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700;white-space:pre-wrap;">You</span></p><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;white-space:pre-wrap;">One</span></p></li><ul><li aria-level="2"><p><span style="font-style:italic">Deep</span></p></li></ul><li aria-level="1"><p><a href="https://example.com/a_b"><span>Two</span></a></p></li></ul></b>`,
    "",
    "**You**\n\n- One\n    - *Deep*\n- [Two](<https://example.com/a_b>)"
  ],
  [
    "LibreOffice",
    `<html><body><p style="line-height: 100%"><b>You</b></p><ol><li><p>One</p></li><li><p>Two</p><ul><li><p>Deep</p></li></ul></li></ol></body></html>`,
    "",
    "**You**\n\n1. One\n2. Two\n    - Deep"
  ],
  [
    "headings and tables",
    `<h2>Pay</h2><table><tr><td>Base</td><td>60k</td></tr><tr><td>Bonus</td><td>a|b</td></tr></table>`,
    "",
    "## Pay\n\n| Base | 60k |\n| --- | --- |\n| Bonus | a\\|b |"
  ],
  [
    "what would be marks",
    `<p><b>C#</b> and *nix, a_b, [x] &lt;b&gt;</p><p>1. not a list</p>`,
    "",
    "**C#** and \\*nix, a_b, \\[x\\] \\<b>\n\n1\\. not a list"
  ],
  [
    "scripts and addresses that run",
    `<p><b>Hi</b><script>alert(1)</script><img src=x onerror="alert(1)"><a href="javascript:alert(1)">there</a><iframe src="https://example.com"></iframe></p>`,
    "",
    "**Hi**there"
  ],
  [
    "an editor of code",
    `<div style="font-family: monospace;white-space: pre;"><span style="font-weight:bold">**a**</span></div>`,
    "**a**",
    ""
  ],
  ["plain text", "<meta charset='utf-8'><span>- a *b*</span>", "- a *b*", ""]
]

const paste = (page: Page, label: string, html: string, text: string) =>
  page.getByRole("textbox", { name: label, exact: true }).evaluate((field, [html, text]) => {
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) throw new Error("no field")
    field.focus()
    field.setSelectionRange(field instanceof HTMLInputElement ? field.value.length : 0, field.value.length)
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/html", html)
    clipboardData.setData("text/plain", text)
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
    const { value } = field
    return value
  }, [html, text] as const)

const pasting = () => {
  const open = browserWindow()
  let it: World
  let make: Makers

  beforeAll(async () => {
    it = await world(databases[0]!)
    make = makers(it.call, it.own.keys.write, it.own.keys.admin)
  })

  afterAll(() => it.backend.close())

  test("formatted texts become Markdown in a description", async () => {
    const { id } = await make.job()
    const { page } = await open(`${it.server.origin}/console/jobs/${id}`, { key: it.own.keys.write })
    await page.getByRole("button", { name: "Edit", exact: true }).click()
    for (const [name, html, text, markdown] of pastes) {
      await page.getByLabel("Description", { exact: true }).fill("")
      expect([name, await paste(page, "Description", html, text)]).toEqual([name, markdown])
    }
  })

  test("cells of a spreadsheet become tags, each its own", async () => {
    const { id } = await make.candidate({ tags: ["berlin, germany"] })
    const { page } = await open(`${it.server.origin}/console/candidates/${id}`, { key: it.own.keys.write })
    await page.getByRole("button", { name: "Edit" }).click()
    expect(await paste(page, "Tags", "", "Backend\tGo\r\nRust\r\n")).toBe(`"berlin, germany", Backend, Go, Rust`)
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    const { body } = await it.call<{ readonly candidate: { readonly tags: unknown } }>("GET", `/candidates/${id}`, {
      key: it.own.keys.read
    })
    expect(body.candidate.tags).toEqual(["backend", "berlin, germany", "go", "rust"])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: pasting into fields", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("Pasting", pasting)
