import { UserId } from "@candor/domain/Id"
import { excerptOf, mentionedIn, namedIn } from "@candor/domain/note/Mention"
import { describe, expect, test } from "bun:test"

const ada = UserId.make("00000000-0000-7000-8000-00000000000a")
const grace = UserId.make("00000000-0000-7000-8000-00000000000b")
const link = (id: string, name = "@Ada") => `[${name}](member:${id})`

describe("the members that a text names", () => {
  test.each<[what: string, text: string, named: ReadonlyArray<UserId>]>([
    ["none", "Strong on systems.", []],
    ["one, whatever the link says", `Ask ${link(ada, "her *now*")}!`, [ada]],
    ["several, each once, in their order", `${link(grace)}${link(ada)} ${link(grace)}`, [grace, ada]],
    ["by an id in upper case", link(ada.toUpperCase()), [ada]],
    ["after an @, and with brackets in the name", `@${link(ada, "Ada [Ops]")}`, [ada]],
    ["not by a name or an address", `@Ada, [Ada](https://example.com/member:${ada})`, []],
    ["not by what is no id", "[@Ada](member:ada)", []],
    ["not by the address alone", `(member:${ada})`, []],
    ["not in code", `\`${link(ada)}\`, \`\`\`\n\`${link(ada)}\n\`\`\` and ${link(grace)}`, [grace]],
    ["after a backtick that ends nothing", `\`\` ${link(ada)} \``, [ada]],
    ["between words of code", `\`a\` ${link(ada)} \`b\``, [ada]]
  ])("%s", (_, text, named) => {
    expect(namedIn(text)).toEqual(named)
  })

  test("are mentioned where they are members", () => {
    expect(mentionedIn(`${link(ada)} ${link(grace)}`, [grace])).toEqual([grace])
  })
})

test.each([
  ["has names in place of links", `${link(ada)},\n\n what of ${link(grace, "@Grace")}?`, "@Ada, what of @Grace?"],
  ["is the text where that is short", "a".repeat(200), "a".repeat(200)],
  ["ends with an ellipsis where it is long", `${"é".repeat(199)} ${"a".repeat(9)}`, `${"é".repeat(199)}…`]
])("an excerpt %s", (_, text, excerpt) => {
  expect(excerptOf(text)).toBe(excerpt)
})
