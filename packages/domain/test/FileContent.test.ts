import { type ContentType, contentTypes, Inspection } from "@candor/domain/attachment/FileContent"
import { FileName } from "@candor/domain/attachment/FileName"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

const zip = (...names: ReadonlyArray<string>) => names.map((name) => `PK\u0003\u0004${"\0".repeat(26)}${name}`).join("...")

/** A short content of each type, and a name for it. */
const samples: Readonly<Record<ContentType, readonly [content: string, name: string]>> = {
  "application/pdf": ["%PDF-1.7\n", "cv.pdf"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": [
    zip("[Content_Types].xml", "word/document.xml"),
    "cv.docx"
  ],
  "application/vnd.oasis.opendocument.text": [zip("mimetypeapplication/vnd.oasis.opendocument.text"), "cv.odt"],
  "application/rtf": ["{\\rtf1 Hello}", "cv.rtf"],
  "text/plain": ["Compilers\r\n\tand \u00c3\u00bcbersetzer", "cv.txt"],
  "image/png": ["\x89PNG\r\n\x1a\n....", "cv.png"],
  "image/jpeg": ["\xff\xd8\xff\xe0....", "cv.JPG"],
  "image/webp": ["RIFF....WEBPVP8 ", "cv.webp"]
}

/** What is found in a content that arrives in chunks of this size. */
const found = (content: string, declared = "", name = "cv", size = content.length) => {
  const inspection = new Inspection()
  for (let at = 0; at < content.length; at += Math.max(1, size)) inspection.add(bytes(content.slice(at, at + Math.max(1, size))))
  return inspection.found(declared, name)
}

describe("The type of a content", () => {
  test.each([...contentTypes])("%s is found whole, byte by byte and in halves, whatever is declared by a browser that knows it", (type) => {
    const [content, name] = samples[type]
    for (const size of [content.length, 1, 2, 7, Math.ceil(content.length / 2)]) {
      expect(found(content, type, name, size)).toEqual(Result.succeed(type))
      expect(found(content, "application/octet-stream", "cv", size)).toEqual(Result.succeed(type))
    }
  })

  test("a content that is declared as, or named like, any other type is refused with what was found", () => {
    for (const type of contentTypes) {
      const [content] = samples[type]
      for (const other of contentTypes.filter((one) => one !== type)) {
        const [, name] = samples[other]
        expect(found(content, other)).toMatchObject({ failure: { _tag: "FileRefused", expected: expect.stringContaining(other) } })
        expect(found(content, "", name)).toMatchObject({ failure: { expected: expect.stringContaining(name.slice(3).toLowerCase()) } })
      }
    }
  })

  test.each([
    ["", "an empty file"],
    ["MZ\x90\0", "a Windows program"],
    ["\x7fELF\x02", "a Linux program"],
    [zip("xl/workbook.xml"), "a ZIP archive"],
    ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Office document in the format before DOCX"],
    ["GIF89a\0", "a GIF image"],
    ["text with \0 in it", "an unknown type"],
    ["not UTF-8: \xff\xfe", "an unknown type"],
    ["UTF-8 that is cut off: \xc3", "an unknown type"],
    [" %PDF-1.7 with bytes before it \x01", "an unknown type"]
  ])("%j is no accepted type: found %s", (content, title) => {
    expect(found(content)).toMatchObject({ failure: { _tag: "FileRefused", found: expect.stringContaining(title) } })
  })

  test.each(["cv.html", "cv.svg", "cv.exe", "cv.bat", "cv.pdf.js", "cv.PS1"])("no text is named %s", (name) => {
    expect(Result.isFailure(found("<script>alert(1)</script>", "text/plain", name))).toBe(true)
  })

  test.each(["cv", "cv v1.2", "Grace Hopper", ".txt", "cv.TXT"])("a text can be named %s", (name) => {
    expect(found("Compilers", "text/plain; charset=utf-8", name)).toEqual(Result.succeed("text/plain"))
  })
})

describe("The name of a file", () => {
  const decode = Schema.decodeUnknownResult(FileName)

  test.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\grace\\cv.pdf", "cv.pdf"],
    ["/cv.pdf", "cv.pdf"],
    [" cv.pdf ", "cv.pdf"],
    ["履歴書.pdf", "履歴書.pdf"],
    ["the %22best%22 100%.pdf", "the \"best\" 100%.pdf"],
    ["👩‍💻.pdf", "👩‍💻.pdf"],
    ["x".repeat(200), "x".repeat(200)]
  ])("%j is kept as %j, without folders", (name, kept) => {
    expect(decode(name)).toEqual(Result.succeed(kept))
  })

  test.each(["", "  ", "folder/", "a\nb", "a\r\nSet-Cookie: b", "a\0b", "cv\u202efdp.exe", "x".repeat(201), "\ud800"])(
    "%j is refused",
    (name) => expect(Result.isFailure(decode(name))).toBe(true)
  )
})
