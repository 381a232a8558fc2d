/** The kinds of files: found in the content, whoever wrote it and whatever it is called. */
import { zipOf, type Writing } from "@candor/background/testing/Zips"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { type ContentType, docx, odp, ods, odt, pages, pptx, xlsx } from "@candor/domain/attachment/FileKinds"
import { AttachmentId, OrganizationId } from "@candor/domain/Id"
import { Inspection } from "@candor/files/content/FileContent"
import { describe, expect, test } from "bun:test"
import { Effect, Result, Stream } from "effect"
import { packageParts } from "@candor/files/PackageReader"

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

const key = { organization_id: OrganizationId.make(crypto.randomUUID()), id: AttachmentId.make(crypto.randomUUID()) }

/** What is found in a content that arrives in chunks of this size, and is read in parts once it is stored. */
const found = (content: string | Uint8Array, name = "cv", size = Infinity) => {
  const all = typeof content === "string" ? bytes(content) : content
  const inspection = new Inspection()
  for (let at = 0; at < all.length; at += size) inspection.add(all.subarray(at, at + size))
  const store = AttachmentStore.of({
    put: () => Effect.die("not written"),
    read: (_, { end, start }) => Stream.make(all.subarray(start, end)),
    remove: () => Effect.void
  })
  const parts = inspection.isArchive
    ? Effect.runSync(Effect.provideService(packageParts(key, all.length), AttachmentStore, store))
    : undefined
  return inspection.found(name, parts)
}

interface Package {
  readonly target?: string
  readonly type?: string
  readonly relationship?: string
  readonly entries?: Readonly<Record<string, string>>
  readonly writing?: Writing
}

const transitional = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
const strict = "http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument"
const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"

const officePackage = (
  { entries = {}, relationship = transitional, target = "word/document.xml", type = word, writing }: Package = {}
) =>
  zipOf({
    "docProps/app.xml": "<Properties/>",
    [target.replace(/^\//, "")]: `<w:document xmlns:w="x"/>${"x".repeat(5000)}`,
    "_rels/.rels":
      `<Relationships xmlns="x"><Relationship Id="r0" Type="x/metadata/core-properties" Target="docProps/core.xml"/>` +
      `<Relationship Target='${target}' Type='${relationship}' Id='r1'/></Relationships>`,
    "[Content_Types].xml": `<Types><Default ContentType="application/xml" Extension="xml"/>` +
      `<Override ContentType="${type}" PartName="/${target.replace(/^\//, "")}"/></Types>`,
    ...entries
  }, writing)

const openDocument = (type: string, writing?: Writing) =>
  zipOf({ mimetype: type, "content.xml": "<x/>" }, { stored: true, ...writing })

/** A compound file of these streams: a header, and a sector of the directory. */
const compound = (...names: ReadonlyArray<string>) => {
  const file = Buffer.alloc(512 + names.length * 128 + 600)
  file.set(bytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"))
  names.forEach((name, index) => {
    const at = 512 + index * 128
    file.write(name, at, "utf16le")
    file[at + 64] = 2 * name.length + 2
    file[at + 66] = 2
  })
  return file
}

const png = "\x89PNG\r\n\x1a\n....\0"

const wordXml =
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<?mso-application progid="Word.Document"?>\r\n`

/** The begin of a flat document of LibreOffice, whose type is behind all its namespaces. */
const flatOpen = (kind: string) =>
  `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:xhtml="http://www.w3.org/1999/xhtml" ` +
  `${"xmlns:x=\"x\" ".repeat(300)} office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:script/>`

const accepted: ReadonlyArray<readonly [what: string, ContentType, content: string | Uint8Array, name?: string]> = [
  ["a PDF", "application/pdf", "%PDF-1.7\n\0"],
  ["a PDF behind the header of a printer", "application/pdf", "\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.4\n\0"],
  ["a PDF behind 1,000 bytes", "application/pdf", `${"\0".repeat(1000)}%PDF-1.4\n`],
  ["a PDF behind a byte order mark", "application/pdf", "\xef\xbb\xbf%PDF-1.4\n1 0 obj"],
  ["a PDF behind an empty line", "application/pdf", "\r\n%PDF-1.4\n1 0 obj"],
  ["a PDF without an ending", "application/pdf", "%PDF-1.7\n\0", "Lebenslauf_Dr.Meier"],
  ["a PDF with the ending of a domain", "application/pdf", "%PDF-1.7\n\0", "cv of www.jane.com"],
  ["a PDF with another kind's ending", "application/pdf", "%PDF-1.7\n\0", "cv.docx"],
  ["a DOCX", docx, officePackage()],
  ["a DOCX of Word online", docx, officePackage({ target: "word/document2.xml" })],
  ["a DOCX with an absolute target", docx, officePackage({ target: "/word/document.xml" })],
  ["a DOCX with a capital folder", docx, officePackage({ target: "Word/Document.xml" })],
  ["a DOCX with its document at the top", docx, officePackage({ target: "document.xml" })],
  ["a strict DOCX", docx, officePackage({ relationship: strict })],
  ["a template", docx, officePackage({ type: word.replace("document.main", "template.main") }), "cv.dotx"],
  ["a DOCX with a bare content type", docx, officePackage({ type: "application/xml" })],
  ["a DOCX of a program that streams", docx, officePackage({ writing: { descriptors: true } })],
  ["a DOCX in zip64", docx, officePackage({ writing: { long: true } })],
  ["a DOCX whose entries are stored", docx, officePackage({ writing: { stored: true } })],
  ["a DOCX behind other bytes", docx, officePackage({ writing: { before: "HTTP/1.1 200 OK\r\n\r\n\0" } })],
  ["a DOCX with a comment after it", docx, officePackage({ writing: { comment: "PK made by hand" } })],
  ["a DOCX of WPS", docx, officePackage(), "cv.wps"],
  ["an encrypted DOCX", docx, compound("Root Entry", "EncryptionInfo", "EncryptedPackage")],
  ["an encrypted workbook", xlsx, compound("EncryptedPackage"), "cv.xlsx"],
  [
    "a workbook",
    xlsx,
    officePackage({ target: "xl/workbook.xml", type: word.replace("wordprocessingml.document", "spreadsheetml.sheet") })
  ],
  ["slides", pptx, officePackage({ target: "ppt/presentation.xml", type: "x/presentationml.presentation.main+xml" })],
  ["a DOC", "application/msword", compound("Root Entry", "1Table", "WordDocument"), "cv.doc"],
  ["an ODT", odt, openDocument(odt)],
  ["an ODT whose type is packed and not first", odt, zipOf({ "content.xml": "<x/>", mimetype: `${odt}\n` })],
  [
    "an ODT without that entry",
    odt,
    zipOf({
      "META-INF/manifest.xml":
        `<manifest:manifest><manifest:file-entry manifest:media-type="${odt}" manifest:full-path="/"/></manifest:manifest>`
    })
  ],
  ["an ODT for the web", odt, openDocument(`${odt}-web`), "cv.oth"],
  ["an ODS", ods, openDocument(ods)],
  ["an ODP", odp, openDocument(odp)],
  [
    "a document of Pages",
    pages,
    zipOf({ "Index/Document.iwa": "x", "Metadata/Properties.plist": "x" }),
    "Lebenslauf.pages"
  ],
  ["a document of an old Pages", pages, zipOf({ "index.xml": "<sl:document/>", "buildVersionHistory.plist": "x" })],
  ["an RTF", "application/rtf", "{\\rtf1 Hello}", "cv.doc"],
  ["an RTF behind white space", "application/rtf", " \r\n{\\rtf1 Hello}"],
  ["a text", "text/plain", "Compilers\r\n\tand \xc3\xbcbersetzer\f", "cv.txt"],
  ["a text in Latin-1", "text/plain", "Z\xfcrich"],
  ["a text in UTF-16", "text/plain", "\xff\xfeC\0V\0\r\0\n\0"],
  ["a text in UTF-16 without a mark", "text/plain", "C\0V\0\r\0\n\0"],
  ["a text in UTF-16 BE without a mark", "text/plain", "\x04\x18\x04\x32\0\n"],
  ["a text in ISO 2022", "text/plain", "\x1b$B=P\x1b(B"],
  ["a text that mentions a PDF", "text/plain", "I wrote a parser that looks for %PDF-1.7 in 1,024 bytes.\n"],
  ["a text that begins like a program", "text/plain", "MZ Maschinen GmbH\nPK 123"],
  [
    "flat XML of Word",
    docx,
    `${wordXml}<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"><pkg:part/>`,
    "cv.xml"
  ],
  [
    "flat XML of Word that is named as a DOC",
    docx,
    `\xef\xbb\xbf${wordXml}<!-- a -->\n<p:package xmlns:p='http://schemas.microsoft.com/office/2006/xmlPackage'>`,
    "cv.doc"
  ],
  [
    "XML of Word 2003",
    "application/msword",
    `${wordXml}<w:wordDocument xmlns:h="http://www.w3.org/1999/xhtml">`,
    "cv.doc"
  ],
  ["a flat ODT", odt, `<?xml version="1.0"?>\n${flatOpen("text")}`, "cv.fodt"],
  ["a flat template", odt, `<?xml version="1.0"?>\n${flatOpen("text-template")}`, "cv.xml"],
  ["a flat ODS", ods, `<?xml version="1.0"?>\n${flatOpen("spreadsheet")}`, "cv.fods"],
  ["a flat ODP", odp, `<?xml version="1.0"?>\n${flatOpen("presentation")}`],
  ["a page that is named as a DOC", "application/msword", "<html><body>Jane", "cv.doc"],
  [
    "a page that Word has saved",
    "application/msword",
    "<html xmlns:w=\"urn:schemas-microsoft-com:office:word\"><body>",
    "cv.htm"
  ],
  [
    "a saved page that is named as a DOC",
    "application/msword",
    "MIME-Version: 1.0\nContent-Type: multipart/related;\n",
    "cv.doc"
  ],
  ["a text with a tag", "text/plain", "<h1 align=\"center\">Jane Doe</h1>\n\n* Rust", "README.md"],
  ["a table", "text/plain", "a;b\n1;2\n", "skills.csv"],
  ["a text with the ending of a script", "text/plain", "Hello", "Notes.py"],
  ["a PDF with the ending of a script", "application/pdf", "%PDF-1.7\n\0", "Dorj.Bat"],
  ["a DOCX with the ending of one with macros", docx, officePackage(), "cv.docm"],
  ["a PNG with the ending of a setting", "image/png", png, "Lebenslauf_K.Reg"],
  ["a PNG", "image/png", png],
  ["a JPEG", "image/jpeg", "\xff\xd8\xff\xe0\0", "photo.jfif"],
  ["a WebP", "image/webp", "RIFF....WEBPVP8 \0"],
  ["a GIF", "image/gif", "GIF89a\0"],
  ["a TIFF", "image/tiff", "MM\0*\0"],
  ["a bitmap", "image/bmp", "BM1234\0\0\0\0\0"],
  ["a photo of a phone", "image/heic", "\0\0\0\x18ftypheic\0"],
  ["a series of photos of a phone", "image/heic", "\0\0\0\x18ftyphevc\0"],
  ["an AVIF", "image/avif", "\0\0\0\x18ftypavif\0"],
  ["an AVIF that moves", "image/avif", "\0\0\0\x18ftypavis\0"],
  ["a JPEG 2000", "image/jp2", "\0\0\0\x0cjP  \r\n\x87\n\0"],
  ["a codestream of JPEG 2000", "image/jp2", "\xff\x4f\xff\x51\0"],
  ["a JPEG XL", "image/jxl", "\0\0\0\x0cJXL \r\n\x87\n\0"],
  ["a codestream of JPEG XL", "image/jxl", "\xff\x0a\0"]
]

const refused: ReadonlyArray<readonly [found: string, content: string | Uint8Array, name?: string]> = [
  ["an empty file", ""],
  ["a Windows program", "MZ\x90\0", "cv.pdf"],
  ["a Windows program", "MZ\x90\0 and then %PDF-1.7\n"],
  ["a Linux program", "\x7fELF\x02\0"],
  ["a macOS program", "\xcf\xfa\xed\xfe\0"],
  ["a Windows shortcut", "L\0\0\0\x01\x14\x02\0"],
  ["a script", "#!/bin/sh\nrm -rf /\n", "cv.txt"],
  ["a script", "@echo off\r\ndel", "cv"],
  ["an HTML page", "<!DOCTYPE html><p>", "cv.pdf"],
  ["an HTML page", "\xef\xbb\xbf\n<!-- a --> <HTML>", "cv"],
  ["an HTML page", "<html><script>alert(1)</script>\n%PDF-1.7\n", "cv.pdf"],
  ["an HTML page", "<html><script>alert(1)</script>\n%PDF-1.7\n\0", "cv.pdf"],
  ["an HTML page", "\xff\xfe<\0h\0t\0m\0l\0>\0", "cv"],
  ["an HTML page", "<\0h\0t\0m\0l\0>\0", "cv"],
  ["an SVG image", "<?xml version=\"1.0\"?>\n<svg onload=\"alert(1)\">", "cv.png"],
  ["an XML document", "<?xml version=\"1.0\"?><a xmlns:h=\"http://www.w3.org/1999/xhtml\"/>"],
  ["a saved page", "MIME-Version: 1.0\nContent-Type: multipart/related;\n", "cv.mhtml"],
  ["with macros or scripts", `<html><body>${"x".repeat(9000)}<script>alert(1)</script>`, "cv.doc"],
  ["with macros or scripts", `<\0h\0t\0m\0l\0>\0${"x\0".repeat(9000)}<\0s\0c\0r\0i\0p\0t\0>\0`, "cv.doc"],
  ["with macros or scripts", `${wordXml}<w:wordDocument w:macrosPresent="yes">`, "cv.xml"],
  [
    "with macros or scripts",
    `${wordXml}<pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"><pkg:part pkg:name="/word/vbaProject.bin">`
  ],
  ["with macros or scripts", "MIME-Version: 1.0\nContent-Type: multipart/related;\n\nQWN0aXZlTWltZQ", "cv.doc"],
  ["an HTML page", `${"<!-- -->".repeat(200)}<html>`],
  ...([
    [
      "[{000214A0-0000-0000-C000-000000000046}]\r\nProp3=19,11\r\n[InternetShortcut]\r\nURL=https://cv.example/ada\r\n",
      "cv.url"
    ],
    ["[InternetShortcut]\nURL=https://cv.example/ada", "cv.pdf"],
    ["[Desktop Entry]\nVersion=1.0\nType=Link\nURL=https://cv.example/ada\n", "cv.desktop"],
    [
      "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x.dtd\">\n<plist version=\"1.0\">\n<dict>\n\t<key>URL</key>\n" +
      "\t<string>https://cv.example/ada</string>\n</dict>\n</plist>\n",
      "cv.webloc"
    ],
    ["bplist00\xd1\x01\x02SURL_\x10\x16https://cv.example/ada\x08\x0b\0\0", "cv.webloc"],
    ["bplist00\xd4\x01\x02\x03_\x10\x1cNSURLNameKey\0", ".cv.pdf.icloud"],
    ["book\0\0\0\0mark\0\0\0\0", "cv.pdf"],
    [
      "{\"url\": \"https://docs.google.com/open?id=1a\", \"doc_id\": \"1a\", \"email\": \"ada@mail.example\"}",
      "cv.gdoc"
    ],
    [
      "{\"\":\"WARNING! DO NOT EDIT THIS FILE!\",\"doc_id\":\"1a\",\"resource_key\":\"\",\"email\":\"ada@mail.example\"}",
      "cv"
    ],
    ["{\"url\": \"https://docs.google.com/open?id=1a\"}", "cv.gsheet"],
    ["{}", "cv.gslides"]
  ] as const).map(([content, name]) => ["a link to a document", content, name] as const),
  ["a shortcut", "[Desktop Entry]\nType=Application\nExec=sh\n", "cv.desktop"],
  ["an Office document with macros", officePackage({ type: "application/vnd.ms-word.document.macroEnabled.main+xml" })],
  ["an Office document with macros", officePackage({ entries: { "word/vbaProject.bin": "x" } })],
  ["a Word document with macros", compound("WordDocument", "_VBA_PROJECT")],
  ["an OLE compound file that is no Word document", compound("Root Entry", "Property"), "setup.msi"],
  ["a ZIP archive that is no document", zipOf({ "cv.pdf": "%PDF-1.7", "setup.exe": "MZ" })],
  ["a ZIP archive that is no document", zipOf({ "word/document.xml": "x" })],
  ["a ZIP archive that is no document", zipOf({ "Index/Document.iwa": "x", "Index/Slide.iwa": "x" }), "talk.key"],
  ["a ZIP archive that is no document", officePackage().subarray(0, 600)],
  ["a gzip archive", "\x1f\x8b\x08\0"],
  ["an unknown type", "text with \0 in it"],
  ["a script", "#!/usr/bin/env python3\n", "Notes.py"],
  ["a Windows program", "MZ\x90\0", "Dorj.Bat"]
]

describe("The kind of a file", () => {
  test.each(accepted)("%s is %s, whole and in chunks", (...[, type, content, name]) => {
    for (const size of [Infinity, 1, 7, 500]) expect(found(content, name, size)).toEqual(Result.succeed(type))
  })

  test.each(refused)("%s is refused: %j", (...[title, content, name]) => {
    for (const size of [Infinity, 1, 500]) {
      expect(found(content, name, size)).toMatchObject({
        failure: { _tag: "FileRefused", found: expect.stringContaining(title) }
      })
    }
  })
})
