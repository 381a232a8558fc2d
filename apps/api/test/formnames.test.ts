/**
 * Forms whose names of files are written anew: wherever a chunk ends, the same is passed on, and contents as they came.
 */
import { expect, test } from "bun:test"
import { FormNames } from "../src/files/FormNames.ts"

const through = (form: string, size: number): string => {
  const names = new FormNames("x")
  const bytes = Buffer.from(form, "latin1")
  const passed: Array<Uint8Array> = []
  for (let at = 0; at < bytes.length; at += size) passed.push(...names.add(bytes.subarray(at, at + size)))
  return Buffer.concat([...passed, ...names.end()]).toString("latin1")
}

const part = (headers: string, content: string) => `--x\r\n${headers}\r\n\r\n${content}\r\n`
const disposition = `Content-Disposition: form-data; name="file"`
const content = `Content-Disposition: form-data; filename="no header"\r\n\r\n\r\n-\r\n--y\0\xff\r\n`

test.each([
  [
    part(`${disposition}; filename="M\xfcller.pdf"\r\nContent-Type: text/plain`, content) + part(`${disposition}`, "") +
    "--x--\r\n",
    part(`${disposition}; filename*=UTF-8''M%C3%BCller.pdf\r\nContent-Type: text/plain`, content) +
    part(`${disposition}`, "") + "--x--\r\n"
  ],
  [
    part(`content-disposition: form-data;\r\n filename="a.pdf"; name="file"`, ""),
    part(`content-disposition: form-data; name="file"; filename*=UTF-8''a.pdf`, "")
  ],
  [part(`${disposition}; filename*=UTF-8''a.pdf; `, ""), part(`${disposition}; filename*=UTF-8''a.pdf`, "")],
  [
    `preamble\r\n${part(disposition, content)}--x--\r\nepilogue\r\n\r\n`,
    `preamble\r\n${part(disposition, content)}--x--\r\nepilogue\r\n\r\n`
  ],
  [`--x\r\n${"a".repeat(40_000)}\r\n\r\n--x--`, `--x\r\n${"a".repeat(40_000)}\r\n\r\n--x--`],
  ["", ""],
  ["-", "-"],
  ["no form", "no form"]
])("%#", (form, expected) => {
  for (const size of [1, 2, 3, 7, 64, Infinity]) expect(through(form, size)).toBe(expected)
})

test.each([
  ["filename=\"r\u00c3\u00a9sum\u00c3\u00a9.pdf\"", "r\u00e9sum\u00e9.pdf"],
  ["filename=\"r\u00e9sum\u00e9.pdf\"", "r\u00e9sum\u00e9.pdf"],
  ["filename=\"Lebenslauf \u0096 M\u00fcller.pdf\"", "Lebenslauf \u2013 M\u00fcller.pdf"],
  ["filename=\"\u00ef\u00bf\u00bd.pdf\"", "\ufffd.pdf"],
  ["filename=\"fallback.pdf\"; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf", "r\u00e9sum\u00e9.pdf"],
  ["filename*=iso-8859-1'de'M%FCller.pdf", "M\u00fcller.pdf"],
  ["filename=\"the \\\"best\\\" cv.pdf\"", "the \"best\" cv.pdf"],
  ["filename=\"=?UTF-8?Q?M=C3=BCller.pdf?=\"", "M\u00fcller.pdf"],
  ["filename=\"\"", "file"],
  ["filename=my cv (1).pdf", "my cv (1).pdf"],
  ["filename=\"the \"best\" cv.pdf\"", "the \"best\" cv.pdf"],
  ["filename=\"a;b.pdf\"; filename*=", "a;b.pdf"],
  ["filename=\"fallback.pdf\"; filename*=x-unknown''a.pdf", "fallback.pdf"],
  ["filename=\"fallback.pdf\"; filename*=UTF-8''%FF.pdf", "fallback.pdf"],
  ["filename*=windows-1251''%CF%F0.pdf", "\u041f\u0440.pdf"],
  ["filename*=utf8''M\u00c3\u00bcller (1).pdf", "M\u00fcller (1).pdf"],
  ["filename=M\u00fcller.pdf", "M\u00fcller.pdf"],
  ["FileName = \"cv.pdf\"", "cv.pdf"],
  ["filename=\"cv.pdf\";", "cv.pdf"],
  ["filename*=UTF-8''M%C3%BCller.pdf; ", "M\u00fcller.pdf"],
  [`filename="${"x".repeat(9000)}.pdf"`, `${"x".repeat(196)}.pdf`]
])("%s names a file %s", (parameters, name) => {
  const written = through(part(`Content-Disposition: form-data; name="file"; ${parameters}`, ""), Infinity)
  expect(decodeURIComponent(/; filename\*=UTF-8''(\S+)\r\n/.exec(written)![1]!)).toBe(name)
})

test.each([
  ["separators", "filename=a" + "; ".repeat(7500) + "x"],
  ["spaces", "filename=\"a\"" + " ".repeat(15_000) + "x"],
  ["quotes", "filename=\"" + "\"   ".repeat(3700)],
  ["names that do not end", ";filename=\"".repeat(1300)],
  ["backslashes", "filename=\"" + "\\".repeat(15_000)],
  ["escapes", "filename*=UTF-8''" + "%41".repeat(5000)]
])("headers of a form that are full of %s take milliseconds, and not minutes", (_, parameters) => {
  const hostile = part(`Content-Disposition: form-data; name="file"; ${parameters}`, "").repeat(200)
  expect(through(hostile, Infinity).match(/--x\r\n/g)).toHaveLength(200)
}, 60_000)
