/** Names of files as forms, mailers and browsers write them, and as their senders meant them. */
import { fileName } from "@candor/domain/attachment/FileName"
import { expect, test } from "bun:test"

test.each([
  // Folders.
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\grace\\cv.pdf", "cv.pdf"],
  ["C:\\fakepath\\cv.pdf", "cv.pdf"],
  ["C:\\\\Users\\\\grace\\\\cv.pdf", "cv.pdf"],
  ["\\\\server\\share\\cv.pdf", "cv.pdf"],
  ["..\\\\..\\\\cv.pdf", "cv.pdf"],
  ["folder\\cv.pdf", "cv.pdf"],
  ["/cv.pdf", "cv.pdf"],
  // Escapes of a quoted-string, and of browsers.
  ["the \\\"best\\\" cv.pdf", "the \"best\" cv.pdf"],
  ["a\\\\b.pdf", "a\\b.pdf"],
  ["the %22best%22 100%.pdf", "the \"best\" 100%.pdf"],
  ["two%0D%0Alines.pdf", "two lines.pdf"],
  ["100%25 caf%C3%A9.pdf", "100%25 caf%C3%A9.pdf"],
  // Words of mailers.
  ["=?UTF-8?B?TGViZW5zbGF1ZiBNw7xsbGVyLnBkZg==?=", "Lebenslauf Müller.pdf"],
  ["=?iso-8859-1?Q?Lebenslauf_M=FCller=2Epdf?=", "Lebenslauf Müller.pdf"],
  ["=?UTF-8?Q?Lebens?= =?UTF-8?Q?lauf?= 1.pdf", "Lebenslauf 1.pdf"],
  ["=?UTF-8*de?q?M=C3=BCller?=.pdf", "Müller.pdf"],
  ["=?x-unknown?B?AAAA?=.pdf", "=?x-unknown?B?AAAA?=.pdf"],
  ["=?UTF-8?B?Li4vLi4vZXRjL3Bhc3N3ZA==?=", "passwd"],
  // White space, and what nobody sees.
  [" cv.pdf ", "cv.pdf"],
  ["cv\u00a0of\u3000Jane.pdf\ufeff", "cv of Jane.pdf"],
  ["a\r\nSet-Cookie: b", "a Set-Cookie: b"],
  ["a\tb\0\x7f.pdf", "a b.pdf"],
  ["cv\u202efdp.exe", "cvfdp.exe"],
  ["\u200ecv\u200b\u00ad\u2060.p\u2066df\u2069", "cv.pdf"],
  ["رزومه علی\u200cرضا.pdf", "رزومه علی\u200cرضا.pdf"],
  ["👩‍💻❤️.pdf", "👩‍💻❤️.pdf"],
  ["履歴書.pdf", "履歴書.pdf"],
  ["\ud800cv\ufffd.pdf", "\ufffdcv\ufffd.pdf"],
  // Names that are none, and names that systems know.
  ["", "file"],
  ["  ", "file"],
  ["folder/", "file"],
  ["..", "file"],
  ["\u202e\u200b", "file"],
  ["CON", "CON"],
  [".bashrc", ".bashrc"],
  ["Lebenslauf_Dr.Meier", "Lebenslauf_Dr.Meier"],
  // Names that are too long.
  ["x".repeat(200), "x".repeat(200)],
  [`${"x".repeat(300)}.pdf`, `${"x".repeat(196)}.pdf`],
  ["😀".repeat(201), "😀".repeat(200)],
  [`cv.${"x".repeat(300)}`, `cv.${"x".repeat(197)}`]
])("%j is kept as %j", (sent, kept) => {
  expect(fileName(sent)).toBe(kept)
})
