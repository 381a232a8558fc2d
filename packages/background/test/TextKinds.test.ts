/** What is read of each kind of file: the words that people would search for, each by itself. */
import { textOf as ofDoc } from "@candor/background/attachment/textreader/Doc"
import { withWholeWords } from "@candor/background/attachment/textreader/Hyphens"
import { textOf as ofOpenDocument } from "@candor/background/attachment/textreader/OpenDocument"
import { textOf as ofOpenXml } from "@candor/background/attachment/textreader/OpenXml"
import { textOf as ofPages } from "@candor/background/attachment/textreader/Pages"
import { textOf as ofPdf } from "@candor/background/attachment/textreader/Pdf"
import { textOf as ofText } from "@candor/background/attachment/textreader/PlainText"
import { textOf as ofRtf } from "@candor/background/attachment/textreader/Rtf"
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { annotatedPdf, docxOf, pdf, pdfOfContent, pdfWithCMap } from "./Documents.ts"
import { zipOf } from "./Zips.ts"

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))
const wide = (text: string) => Buffer.from(text, "utf16le")
const rtf = (text: string) =>
  latin1(`{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial Cyr;}}${text}}`)

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
const paragraph = (...runs: ReadonlyArray<string>) => `<w:p>${runs.join("")}</w:p>`
const relationship = (id: string, type: string, target: string, mode = "") =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode}/>`
const external = ` TargetMode="External"`
const relationships = (...all: ReadonlyArray<string>) => `<Relationships>${all.join("")}</Relationships>`

const withParts = docxOf(
  paragraph(
    run("Jane "),
    `<w:hyperlink r:id="m">${run("write me")}</w:hyperlink>`,
    `<w:r><w:drawing><a:hlinkClick r:id="l"/></w:drawing></w:r>`
  ),
  {
    "word/_rels/document.xml.rels": relationships(
      relationship("h", "header", "header1.xml"),
      relationship("h2", "header", "/word/header2.xml"),
      relationship("f", "footer", "footer1.xml"),
      relationship("n", "footnotes", "footnotes.xml"),
      relationship("m", "hyperlink", "mailto:jane%2Bcv@doe.example?subject=Hello", external),
      relationship("l", "hyperlink", "https://www.linkedin.com/in/jane", external)
    ),
    "word/header1.xml": `<w:hdr>${
      paragraph(run("Kopfzeile "), `<w:hyperlink r:id="x">${run("Telefon")}</w:hyperlink>`)
    }</w:hdr>`,
    "word/header2.xml": `<w:hdr>${paragraph(run("Zweite"))}</w:hdr>`,
    "word/_rels/header1.xml.rels": relationships(relationship("x", "hyperlink", "tel:+41441234567", external)),
    "word/footer1.xml": `<w:ftr>${paragraph(run("Fußzeile"))}</w:ftr>`,
    "word/footnotes.xml": `<w:footnotes><w:footnote>${paragraph(run("Anmerkung"))}</w:footnote></w:footnotes>`
  }
)

const textBox = `<w:txbxContent>${paragraph(run("Kasten"))}</w:txbxContent>`

const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${
    code.split("|").map((part) => `<w:r><w:instrText>${part}</w:instrText></w:r>`).join("")
  }` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

const odt = (body: string, styles = "", manifest = "") =>
  zipOf({
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml": `<m:manifest>${manifest}</m:manifest>`,
    "content.xml":
      `<?xml version="1.0"?><office:document-content><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    "styles.xml": `<office:document-styles>${styles}</office:document-styles>`
  })

const slides = zipOf({
  "_rels/.rels": relationships(relationship("r", "officeDocument", "ppt/presentation.xml")),
  "ppt/presentation.xml": "<p:presentation/>",
  "ppt/_rels/presentation.xml.rels": relationships(
    relationship("b", "slide", "slides/slide10.xml"),
    relationship("a", "slide", "slides/slide2.xml")
  ),
  "ppt/slides/slide2.xml": "<p:sld><p:txBody><a:p><a:r><a:t>First</a:t></a:r></a:p></p:txBody></p:sld>",
  "ppt/slides/slide10.xml": "<p:sld><p:txBody><a:p><a:r><a:t>Last</a:t></a:r></a:p></p:txBody></p:sld>"
})

const workbook = zipOf({
  "_rels/.rels": relationships(relationship("r", "officeDocument", "xl/workbook.xml")),
  "xl/workbook.xml": "<workbook/>",
  "xl/_rels/workbook.xml.rels": relationships(
    relationship("s", "sharedStrings", "sharedStrings.xml"),
    relationship("w", "worksheet", "worksheets/sheet1.xml")
  ),
  "xl/sharedStrings.xml": "<sst><si><t>Rust</t></si><si><t>Go</t><rPh><t>ゴー</t></rPh></si></sst>",
  "xl/worksheets/sheet1.xml":
    "<worksheet><sheetData><row><c t=\"s\"><v>777</v></c><c><v>2019</v></c><c t=\"inlineStr\"><is><t>years</t></is></c></row></sheetData></worksheet>"
})

const fixture = (name: string) => new Uint8Array(readFileSync(join(import.meta.dir, "files", name)))

/** A DOC whose begin, which is at this offset of the fixture, says that it is encrypted ([MS-DOC], section 2.5.2). */
const encryptedDoc = () => {
  const file = fixture("cv.doc")
  file[5120 + 11]! |= 1
  return file
}

const flatPart = (name: string, xml: string) =>
  `<pkg:part pkg:name="${name}" pkg:contentType="application/xml"><pkg:xmlData>${xml}</pkg:xmlData></pkg:part>`

const flatWord =
  "<?xml version=\"1.0\"?><?mso-application progid=\"Word.Document\"?><pkg:package xmlns:pkg=\"http://schemas.microsoft.com/office/2006/xmlPackage\">" +
  flatPart("/_rels/.rels", relationships(relationship("r", "officeDocument", "word/document.xml"))) +
  flatPart(
    "/word/_rels/document.xml.rels",
    relationships(
      relationship("h", "header", "header1.xml"),
      relationship("l", "hyperlink", "https://ada.example", external)
    )
  ) +
  flatPart(
    "/word/document.xml",
    `<w:document><w:body>${
      paragraph(run("Zürich "), `<w:hyperlink r:id="l">${run("Jane")}</w:hyperlink>`)
    }</w:body></w:document>`
  ) +
  flatPart("/word/header1.xml", `<w:hdr>${paragraph(run("Kopfzeile"))}</w:hdr>`) +
  "<pkg:part pkg:name=\"/word/media/image1.png\" pkg:contentType=\"image/png\"><pkg:binaryData>iVBORw0KGgo=</pkg:binaryData></pkg:part></pkg:package>"

type Read = (content: Uint8Array) => string | Promise<string>

test.each<
  readonly [what: string, Read, content: Uint8Array, words: ReadonlyArray<string>, absent?: ReadonlyArray<string>]
>([
  [
    "breaks in a DOCX",
    ofOpenXml,
    docxOf(paragraph(
      "<w:pPr><w:tabs><w:tab w:val=\"left\"/></w:tabs></w:pPr>",
      "<w:r><w:t>one</w:t><w:br/><w:t>two</w:t><w:cr/><w:t>three</w:t><w:tab/><w:t>four</w:t><w:br w:type=\"page\"/><w:t>five</w:t></w:r>"
    )),
    ["one", "two", "three", "four", "five"]
  ],
  [
    "cells of a DOCX",
    ofOpenXml,
    docxOf(`<w:tbl><w:tr><w:tc>${paragraph(run("left"))}</w:tc><w:tc>${paragraph(run("right"))}</w:tc></w:tr></w:tbl>`),
    [
      "left",
      "right"
    ]
  ],
  [
    "hyphens and runs of a DOCX",
    ofOpenXml,
    docxOf(paragraph(
      "<w:r><w:t>zy</w:t><w:softHyphen/><w:t>mur</w:t></w:r>",
      run("gy"),
      "<w:r><w:t xml:space=\"preserve\"> e</w:t><w:noBreakHyphen/><w:t>mail</w:t></w:r>"
    )),
    ["zymurgy", "e-mail"]
  ],
  ["other parts of a DOCX", ofOpenXml, withParts, [
    "Kopfzeile",
    "Telefon",
    "+41441234567",
    "Zweite",
    "Jane",
    "jane+cv@doe.example",
    "https://www.linkedin.com/in/jane",
    "Anmerkung",
    "Fußzeile"
  ], ["subject"]],
  [
    "text boxes of a DOCX, once",
    ofOpenXml,
    docxOf(paragraph(
      run("before"),
      `<w:r><mc:AlternateContent><mc:Choice><wps:txbx>${textBox}</wps:txbx></mc:Choice><mc:Fallback><v:textbox>${textBox}</v:textbox></mc:Fallback>` +
        "</mc:AlternateContent></w:r>",
      run("after")
    )),
    ["before", "Kasten", "after"]
  ],
  [
    "a text box of an old DOCX",
    ofOpenXml,
    docxOf(paragraph(`<w:r><w:pict><v:textbox>${textBox}</v:textbox></w:pict></w:r>`)),
    ["Kasten"]
  ],
  [
    "fields and controls of a DOCX",
    ofOpenXml,
    docxOf(paragraph(
      field(" HYPER|LINK &quot;mailto:jane@doe.example&quot; ", "Mail "),
      field(" PAGE ", "7 "),
      `<w:fldSimple w:instr="HYPERLINK https://doe.example"><w:r><w:t>Site </w:t></w:r></w:fldSimple>`,
      `<w:sdt><w:sdtPr><w:alias w:val="Name"/></w:sdtPr><w:sdtContent>${run("Jane")}</w:sdtContent></w:sdt>`,
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Berlin"/><w:listEntry w:val="Zug"/></w:ddList></w:ffData></w:fldChar></w:r>`
    )),
    ["jane@doe.example", "Mail", "7", "https://doe.example", "Site", "Jane", "Zug"],
    ["PAGE", "HYPERLINK", "Berlin"]
  ],
  [
    "tracked changes of a DOCX",
    ofOpenXml,
    docxOf(paragraph(
      run("kept"),
      `<w:ins>${run(" added")}</w:ins><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del><w:moveFrom>${
        run("moved")
      }</w:moveFrom>`
    )),
    ["kept", "added"],
    ["deleted", "moved"]
  ],
  [
    "readings of names in a DOCX",
    ofOpenXml,
    docxOf(paragraph(
      `<w:r><w:ruby><w:rt>${run("やまだ")}</w:rt><w:rubyBase>${run("山田")}</w:rubyBase></w:ruby></w:r>`
    )),
    ["山田(やまだ)"]
  ],
  ["flat XML of Word", ofOpenXml, new TextEncoder().encode(flatWord), [
    "Kopfzeile",
    "Zürich",
    "https://ada.example",
    "Jane"
  ], ["iVBORw0KGgo"]],
  ["flat XML of Word in UTF-16", ofOpenXml, wide(`\ufeff${flatWord}`), ["Kopfzeile", "Zürich", "Jane"]],
  [
    "XML of Word 2003",
    ofDoc,
    new TextEncoder().encode(
      `<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument><o:DocumentProperties><o:Title>Title</o:Title></o:DocumentProperties><w:body><wx:sect>` +
        paragraph(
          run("Jane"),
          `<w:r><w:tab/><w:t>Zürich</w:t></w:r><w:hlink w:dest="mailto:jane@doe.example">${run(" Mail")}</w:hlink>`
        ) +
        `<w:pict><w:binData w:name="wordml://01.png">iVBORw0KGgo=</w:binData></w:pict>` +
        `<w:sectPr><w:hdr w:type="odd">${
          paragraph(run("Kopfzeile"))
        }</w:hdr></w:sectPr></wx:sect></w:body></w:wordDocument>`
    ),
    ["Jane", "Zürich", "jane@doe.example", "Kopfzeile"],
    ["Title", "iVBORw0KGgo"]
  ],
  [
    "a flat ODT",
    ofOpenDocument,
    new TextEncoder().encode(
      `<?xml version="1.0"?><office:document><office:meta><dc:title>Title</dc:title></office:meta><office:master-styles><style:header><text:p>Kopfzeile</text:p></style:header>` +
        `</office:master-styles><office:body><office:text><text:p>Zürich<text:tab/>Jane</text:p><draw:image><office:binary-data>iVBORw0KGgo=</office:binary-data></draw:image>` +
        `</office:text></office:body></office:document>`
    ),
    ["Kopfzeile", "Zürich", "Jane"],
    ["Title", "iVBORw0KGgo"]
  ],
  [
    "a page that is named as a DOC",
    ofDoc,
    latin1(
      "<html><head><meta charset=windows-1252><title>Title</title><style>p { color: red }</style></head><body><!--[if gte mso 9]><xml>hidden</xml><![endif]-->" +
        "<p class=MsoNormal>Z\xfcrich<br>Jane&nbsp;<a href=\"mailto:jane@doe.example\">Mail</a><p>one<![if !supportLists]>&amp;two<o:p></o:p></p><table><tr><td>left<td>right</table>"
    ),
    ["Zürich", "Jane", "jane@doe.example", "Mail", "left", "right"],
    ["Title", "color", "hidden"]
  ],
  [
    "a saved page that is named as a DOC",
    ofDoc,
    latin1(
      "MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n boundary=\"----=_a\"\r\n\r\nThis is a page.\r\n------=_a\r\nContent-Location: file:///C:/cv.htm\r\n" +
        "Content-Transfer-Encoding: quoted-printable\r\nContent-Type: text/html; charset=\"utf-8\"\r\n\r\n<html><body><p>Z=C3=BCrich Ja=\r\nne</p></body></html>\r\n" +
        "------=_a\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n------=_a--\r\n"
    ),
    ["Zürich", "Jane"],
    ["iVBORw0KGgo", "This"]
  ],
  ["slides in their order", ofOpenXml, slides, ["First", "Last"]],
  ["cells of a workbook", ofOpenXml, workbook, ["Rust", "Go", "2019", "years"], ["777", "ゴー"]],
  [
    "an ODT",
    ofOpenDocument,
    odt(
      "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:h>Jane</text:h><text:p>one<text:line-break/>two<text:tab/>three" +
        "<text:s/>four <text:a xlink:href=\"mailto:jane@doe.example\">Mail</text:a><text:note><text:note-citation>1</text:note-citation><text:note-body>" +
        "<text:p>Anmerkung</text:p></text:note-body></text:note> five</text:p><table:table-row><table:table-cell><text:p>left</text:p></table:table-cell>" +
        "<table:table-cell><text:p>right</text:p></table:table-cell></table:table-row><form:text form:current-value=\"Antwort\"/>",
      "<style:header><text:p>Kopfzeile</text:p></style:header>"
    ),
    [
      "Kopfzeile",
      "Jane",
      "one",
      "two",
      "three",
      "four",
      "Mail",
      "jane@doe.example",
      "Anmerkung",
      "five",
      "left",
      "right",
      "Antwort"
    ],
    ["deleted"]
  ],
  [
    "an RTF",
    ofRtf,
    rtf(
      "{\\info{\\author Nobody}}{\\*\\unknown nothing}{\\header Kopfzeile\\par}{\\pict 89504e47}Z\\'fcrich\\line two\\tab three\\par " +
        "{\\f1 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2}\\par \\u26085?\\uc2\\u-32768??!\\par r\\'e9\\-su\\'e9\\par e\\_mail \\{x\\}" +
        "{\\field{\\*\\fldinst{HYPERLINK \"mailto:jane@doe.example\"}}{\\fldrslt Mail}}\\par\\trowd left\\cell right\\cell\\row{\\deleted gone}" +
        "{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv b}}{\\shptxt Kasten\\par}}{\\shprslt Kasten}} end\\\nnext"
    ),
    [
      "Kopfzeile",
      "Zürich",
      "two",
      "three",
      "Привет",
      "日\u8000!",
      "résué",
      "e-mail",
      "{x}",
      "jane@doe.example",
      "Mail",
      "left",
      "right",
      "Kasten",
      "end",
      "next"
    ],
    [
      "Nobody",
      "nothing",
      "89504e47",
      "HYPERLINK",
      "gone",
      "Arial"
    ]
  ],
  ["an RTF in a set of two bytes", ofRtf, latin1("{\\rtf1\\ansi\\ansicpg936 \\'d6\\'d0\\'b9\\'fa \xb1\xb1\xbe\xa9}"), [
    "中国",
    "北京"
  ]],
  ["a DOC", ofDoc, fixture("cv.doc"), [
    "Jane",
    "eins",
    "zwei",
    "A",
    "B",
    "https://www.linkedin.com/in/janemeier",
    "Übersetzer",
    "履歴書"
  ], [
    "HYPERLINK"
  ]],
  ...([
    ["1.3 Tc (qwide word) Tj", "qwide word"],
    ["3 Tc (qwide) Tj 0 Tc ( word) Tj", "qwide word"],
    ["12 Tc (qwide word) Tj", "qwide word"],
    ["50 Tz 4 Tc (qwide) Tj", "qwide"],
    ["5 Tw (qwide word) Tj", "qwide word"],
    ["[(q) -300 (w) -300 (i) -300 (d) -300 (e)] TJ", "qwide"],
    ["[(q) -200 (w) -200 (i) -200 (d) -200 (e) -800 (w) -200 (o) -200 (r) -200 (d)] TJ", "qwide word"],
    ["[(qw) 80 (id) -20 (e) -300 (word)] TJ", "qwide word"],
    ["(q) Tj 10 0 Td (w) Tj 12 0 Td (i) Tj 6 0 Td (d) Tj 10 0 Td (e) Tj", "qwide"],
    [
      "1 0 0 1 72 700 Tm (q) Tj 1 0 0 1 82 700 Tm (w) Tj 1 0 0 1 94 700 Tm (i) Tj 1 0 0 1 100 700 Tm (d) Tj 1 0 0 1 110 700 Tm (e) Tj",
      "qwide"
    ],
    ["(A B C) Tj", "A B C"],
    ["(A) Tj 60 0 Td (B) Tj 60 0 Td (C) Tj", "A B C"],
    ["3 Tc (Ana) Tj T* (B.) Tj T* (Lee) Tj", "Ana"]
  ] as const).map(([content, words]) => [`${content} in a PDF`, ofPdf, pdfOfContent(content), [words]] as const),
  [
    "fields, links and notes of a PDF",
    ofPdf,
    annotatedPdf(
      ["Jane"],
      "/Subtype /Widget /FT /Tx /T (phone) /V (+41 44 123 45 67)",
      "/Subtype /Widget /FT /Btn /T (agreed) /V /Checked /AS /Checked",
      "/Subtype /Widget /FT /Ch /T (city) /Opt [(Bern) (Zug)] /V (Zug)",
      "/Subtype /Link /A << /S /URI /URI (mailto:jane@doe.example) >>",
      "/Subtype /FreeText /DA (/F1 12 Tf) /Contents (Notiz)"
    ),
    ["Jane", "+41 44 123 45 67", "Zug", "jane@doe.example", "Notiz"],
    ["Bern", "Checked"]
  ],
  ["Chinese in a PDF", ofPdf, pdfWithCMap("UniGB-UCS2-H", "GB1", "4E2D56FD"), ["中国"]],
  ["Japanese in a PDF", ofPdf, pdfWithCMap("90ms-RKSJ-H", "Japan1", "93FA967B"), ["日本"]],
  ["Korean in a PDF", ofPdf, pdfWithCMap("KSCms-UHC-H", "Korea1", "C7D1B1DB"), ["한글"]],
  [
    "the preview of a document of Pages",
    ofPages,
    zipOf({ "Index/Document.iwa": "x", "QuickLook/Preview.pdf": pdf("Zymurgist") }),
    ["Zymurgist"]
  ],
  ["a text in UTF-8", ofText, new TextEncoder().encode("\ufeffZürich"), ["Zürich"]],
  ["a text in Latin-1", ofText, latin1("Z\xfcrich \x80 f\xfcr \xdcbersetzer"), ["Zürich", "€", "Übersetzer"]],
  ["a text of Cyrillic Windows", ofText, latin1("\xcf\xf0\xe8\xe2\xe5\xf2"), ["Привет"]],
  [
    "a text of Chinese Windows",
    ofText,
    latin1("\xbc\xf2\xc0\xfa\xa3\xba\xd5\xc5\xce\xb0\xa3\xac\xc8\xed\xbc\xfe\xb9\xa4\xb3\xcc\xca\xa6"),
    [
      "简历：张伟，软件工程师"
    ]
  ],
  ["a text in UTF-8 with a bad byte", ofText, latin1("M\xc3\xbcller\x96 Dvo\xc5\x99\xc3\xa1k"), [
    "M\u00fcller\ufffd",
    "Dvo\u0159\u00e1k"
  ]],
  ["a text in UTF-8 with one bad byte and one other letter", ofText, latin1("M\xc3\xbcller\x96"), [
    "M\u00fcller\ufffd"
  ]],
  ["a text in UTF-8 with a word in Latin-1", ofText, latin1("J\xc3\xb6rg M\xfcller"), ["J\u00f6rg", "M\ufffdller"]],
  [
    "a text in UTF-8 that is cut in its last letter",
    ofText,
    new TextEncoder().encode("Jürgen 履歴書").subarray(0, -1),
    ["Jürgen", "履歴\ufffd"]
  ],
  ["a text of Turkish Windows", ofText, latin1("\xddbrahim I\xfe\xfdk"), ["İbrahim", "Işık"]],
  [
    "a text of Ukrainian Windows",
    ofText,
    latin1("\xb2\xe2\xe0\xed \xaf\xe6\xe0\xea, \xf0\xee\xe7\xf0\xee\xe1\xed\xe8\xea, \xca\xe8\xbf\xe2"),
    ["Іван", "Їжак,", "розробник,", "Київ"]
  ],
  ["a text of Japanese Windows", ofText, latin1("\x90E\x96\xb1\x8co\x97\xf0\x8f\x91\n\x8d\xb2\x93\xa1\x89\xd4\x8eq"), [
    "職務経歴書",
    "佐藤花子"
  ]],
  [
    "a text of Korean Windows",
    ofText,
    latin1("\xc0\xcc\xb7\xc2\xbc\xad \x8cc\xb9\xe6\xb0\xa2\xc7\xcf \xc8\xab\xb1\xe6\xb5\xbf"),
    ["이력서", "똠방각하", "홍길동"]
  ],
  [
    "a text of Thai Windows",
    ofText,
    latin1("\xca\xc1\xaa\xd2\xc2 \xe3\xa8\xb4\xd5 \xc7\xd4\xc8\xc7\xa1\xc3\xab\xcd\xbf\xb5\xec\xe1\xc7\xc3\xec"),
    ["สมชาย", "ใจดี", "วิศวกรซอฟต์แวร์"]
  ],
  ["a text of Czech Windows", ofText, latin1("Dvo\xf8\xe1k Ji\xf8\xed"), ["Dvořák", "Jiří"]],
  ["a text of Latvian Windows", ofText, latin1("J\xe2nis B\xe7rzi\xf2\xf0"), ["Jānis", "Bērziņš"]],
  ["a text of Swedish Windows", ofText, latin1("\xc5sa \xd6berg, Malm\xf6"), ["Åsa", "Öberg,", "Malmö"]],
  ["a text of French Windows", ofText, latin1("Ren\xe9 Lef\xe8vre"), ["René", "Lefèvre"]],
  ["a text of Italian Windows", ofText, latin1("Perch\xe9 \xe8 cos\xec"), ["Perché", "è", "così"]],
  [
    "a Ukrainian text in KOI8",
    ofText,
    latin1("\xb6\xd7\xc1\xce \xb7\xd6\xc1\xcb, \xd2\xcf\xda\xd2\xcf\xc2\xce\xc9\xcb, \xeb\xc9\xa7\xd7"),
    ["Іван", "Їжак,"]
  ],
  ["a text of an old Macintosh", ofText, latin1("\x83l\x8fve \x88 Z\x9frich M\x9fller"), ["Élève", "Zürich"]],
  [
    "a text of DOS",
    ofText,
    latin1(
      "\x88\xa2\xa0\xad \x8f\xa5\xe2\xe0\xae\xa2, \xaf\xe0\xae\xa3\xe0\xa0\xac\xac\xa8\xe1\xe2, \x8c\xae\xe1\xaa\xa2\xa0"
    ),
    ["Иван", "Петров,"]
  ],
  ["a text in UTF-16", ofText, latin1("\xff\xfeZ\0\xfc\0"), ["Zü"]],
  ...[
    "Jane Doe\r\nRust",
    "Zürich – €",
    "a;b\r\n1;2",
    "Иван",
    "Ганна Їжак",
    "张伟 软件工程师",
    "佐藤花子\n履歴書",
    "홍길동 이력서",
    "Γιώργος",
    "שלום עולם",
    "สมชาย ใจดี"
  ].flatMap(
    (text) =>
      ([["LE", wide(text)], ["BE", wide(text).swap16()]] as const).map(([order, content]) =>
        [`${JSON.stringify(text)} in UTF-16 ${order} without a mark`, ofText, content, text.split(/\s+/)] as const
      )
  ),
  ["a text in ISO 2022", ofText, latin1("\x1b$BF|K\\\x1b(B"), ["日本"]]
])("%s", async (...[, read, content, words, absent = []]) => {
  const text = (await read(new Uint8Array(content))).replaceAll("\u00ad", "")
  for (const word of words)
    expect(text.split(/[\s]+/).includes(word) || (word.includes(" ") && text.includes(word)) ? word : text).toBe(word)
  for (const word of absent) expect(text).not.toContain(word)
  for (const word of new Set(words)) if (word.length > 4) expect([word, text.split(word).length - 1]).toEqual([word, 1])
})

test.each<readonly [what: string, Read, content: Uint8Array, failure: string]>([
  ["an encrypted ODT", ofOpenDocument, odt("", "", "<m:file-entry><m:encryption-data/></m:file-entry>"), "Encrypted"],
  [
    "a DOCX without its document",
    ofOpenXml,
    zipOf({ "_rels/.rels": relationships(relationship("r", "officeDocument", "word/document.xml")) }),
    "Damaged"
  ],
  ["an encrypted DOC", ofDoc, encryptedDoc(), "Encrypted"],
  ["a DOC that ends in its middle", ofDoc, fixture("cv.doc").subarray(0, 3000), "Damaged"],
  ["an ODT that is no archive", ofOpenDocument, latin1("PK"), "Damaged"]
])("%s has no text", async (...[, read, content, failure]) => {
  expect(await Promise.resolve().then(() => read(content)).catch((error: Error) => error.name)).toBe(failure)
})

test.each([
  ["qkuber-\nnetes and", "qkuber-netes and"],
  ["self- \r\n  employed", "self-employed"],
  ["qkuber\u2010\nnetes", "qkuber\u2010netes"],
  ["qkuber\u00ad\nnetes qku\u00adber", "qkubernetes qkuber"],
  ["e\u0301-\nnetes", "e\u0301-netes"],
  ["2019-\n2021", "2019-\n2021"],
  ["Java -\nOracle", "Java -\nOracle"],
  ["- one\n- two", "- one\n- two"],
  ["one\u00ad\n\n- two", "one\n\n- two"]
])("%j has whole words: %j", (text, whole) => {
  expect(withWholeWords(text)).toBe(whole)
})
