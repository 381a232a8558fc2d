/** The rows of tables, as programs and people write them. */
import { describe, expect, test } from "bun:test"
import { separatedRows } from "../src/attachment/textreader/Table.ts"
import { workbookRows } from "../src/attachment/textreader/Workbook.ts"
import { windows1252, workbook } from "./ImportFiles.ts"

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])
const two = [{ line: 1, cells: ["Name", "Ort"] }, { line: 2, cells: ["Jörg", "Köln"] }]

describe("separated values", () => {
  test.each([
    ["with semicolons in Windows-1252", windows1252("Name;Ort\r\nJörg;Köln\r\n"), two],
    ["with commas in UTF-8 with a mark", Buffer.from("\ufeffName,Ort\nJörg,Köln"), two],
    ["with tabs in UTF-16, as Excel's “Unicode text”", utf16("Name\tOrt\r\nJörg\tKöln\r\n"), two],
    ["with line ends of old Macs", Buffer.from("Name|Ort\rJörg|Köln\r"), two],
    [
      "with a line that names the separator",
      Buffer.from("sep=,\r\nName,Ort\r\nJörg,Köln"),
      two.map(({ cells, line }) => ({ cells, line: line + 1 }))
    ],
    ["with commas within values between semicolons", Buffer.from("Name;Skills\nJörg;a, b, c\nAda;d, e"), [
      { line: 1, cells: ["Name", "Skills"] },
      { line: 2, cells: ["Jörg", "a, b, c"] },
      { line: 3, cells: ["Ada", "d, e"] }
    ]],
    ["in one column", Buffer.from("Name\nJörg\n"), [{ line: 1, cells: ["Name"] }, { line: 2, cells: ["Jörg"] }]],
    ["with quotes, line breaks in them, and empty lines", Buffer.from("\"A \"\"B\"\"\";\"x\r\ny\"\r\n\r\n;;\r\nc;d"), [
      { line: 1, cells: ["A \"B\"", "x\ny"] },
      { line: 5, cells: ["c", "d"] }
    ]],
    ["with a quote within a value", Buffer.from("5\" pipe;a\nb;c"), [{ line: 1, cells: ["5\" pipe", "a"] }, {
      line: 2,
      cells: ["b", "c"]
    }]],
    ["with a quote that is never closed", Buffer.from("\"a\";b\n\"c;d\ne;f"), [
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["\"c", "d"] },
      { line: 3, cells: ["e", "f"] }
    ]],
    ["with rows of several lengths", Buffer.from("a;b;c\nd\ne;f;g;h"), [
      { line: 1, cells: ["a", "b", "c"] },
      { line: 2, cells: ["d"] },
      { line: 3, cells: ["e", "f", "g", "h"] }
    ]],
    ["with what no database keeps", Buffer.from("a;b\u0000b\nc;d"), [{ line: 1, cells: ["a", "bb"] }, {
      line: 2,
      cells: ["c", "d"]
    }]]
  ])("%s", (_, content, rows) => {
    expect(separatedRows(content)).toEqual(rows)
  })
})

test.each([
  ["a PDF", "%PDF-1.7\n1 0 obj"],
  ["an image", "\xff\xd8\xff\xe0JFIF"],
  ["a page", "<html><body>Name;Ort"],
  ["binary data", "Name;\x01\x02\x03\x04\n".repeat(21)]
])("%s is no table", (_, content) => {
  expect(() => separatedRows(windows1252(content))).toThrow("not_a_table")
})

describe("workbooks", () => {
  test.each([
    ["a row", "<row r=\"x\"><c t=\"inlineStr\"><is><t>A</t></is></c></row>", [{ line: 1, cells: ["A"] }]],
    ["a row again", "<row r=\"2\"><c><v>1</v></c></row><row r=\"2\"><c><v>2</v></c></row>", [
      { line: 2, cells: ["1"] },
      { line: 3, cells: ["2"] }
    ]],
    ["a row after all others", "<row r=\"99999999999\"><c><v>1</v></c></row>", [{ line: 1, cells: ["1"] }]],
    ["cells", "<row><c r=\"?\"><v>1</v></c><c r=\"b1\"><v>2</v></c><c/><c><v>3</v></c></row>", [{
      line: 1,
      cells: ["1", "2", "", "3"]
    }]]
  ])("with numbers of %s that cannot be read keep all values", (_, data, rows) => {
    expect(workbookRows(workbook([], data))).toEqual(rows)
  })

  test("have texts, numbers as people read them, days, and empty cells and rows", () => {
    expect(
      workbookRows(
        workbook([["Name", "Phone", "Day"], [], ["Ada", 4.915112345678e12, { day: 46_000.5 }], ["", 1.5, ""]])
      )
    ).toEqual([
      { line: 1, cells: ["Name", "Phone", "Day"] },
      { line: 3, cells: ["Ada", "4915112345678", "2025-12-09"] },
      { line: 4, cells: ["", "1.5"] }
    ])
  })
})
