import { initial, type LoadedBoard, update } from "@candor/domain/board/Board"
import { BoardSlug } from "@candor/domain/board/BoardSlug"
import { Color, contrastOf } from "@candor/domain/board/Color"
import { ImageUpload, inspect, maxImageBytes } from "@candor/domain/board/BoardImage"
import { OrganizationId } from "@candor/domain/Id"
import { expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { contextAt, id } from "./context.ts"

const context = contextAt()
const none = new Set<string>()
const organization = { id: OrganizationId.make(id(901)), name: "Harbor Analytics", created_at: context.now }
const loaded = (own: ReadonlyArray<string> = [], taken: ReadonlyArray<string> = []): LoadedBoard => ({
  board: initial(organization, none),
  own: new Set(own),
  taken: new Set(taken)
})

const images = {
  "image/png":
    "iVBORw0KGgoAAAANSUhEUgAAACgAAAAeAQMAAABkE86eAAAAA1BMVEX/AAAZ4gk3AAAADElEQVQI12NgGHoAAAC0AAFecZC/AAAAAElFTkSuQmCC",
  "image/jpeg":
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAeACgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/2Q==",
  "image/webp":
    "UklGRkYAAABXRUJQVlA4IDoAAAAwAwCdASooAB4AP3G202G0ryqmJWgCkC4JZwDPKA8KmggAAP7guX6qOxyc//wQX4g/UGoxJW154AAA",
  "image/webp lossless": "UklGRhwAAABXRUJQVlA4TA8AAAAvJ0AHAAcQ/Y/+ByKi/wEA",
  "image/webp with transparency":
    "UklGRmoAAABXRUJQVlA4WAoAAAAQAAAAJwAAHQAAQUxQSAoAAAABB1DAiAhERP8DVlA4IDoAAAAwAwCdASooAB4AP3G202G0"
}

test.each(Object.entries(images))("%s is a logo, of 40 × 30 pixels", (type, content) => {
  const bytes = Schema.decodeUnknownSync(ImageUpload)({ content: `data:image/svg+xml;base64,${content}` }).content
  expect(inspect("logo", bytes, context.now)).toEqual(
    Result.succeed({
      content_type: type.split(" ")[0] as "image/png",
      size_bytes: bytes.length,
      width: 40,
      height: 30,
      updated_at: context.now
    })
  )
})

const ofSize = (width: number) => {
  const bytes = Uint8Array.fromBase64(images["image/png"])
  new DataView(bytes.buffer).setUint32(16, width)
  return bytes
}

test.each([
  [
    "an SVG image",
    new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
    "PNG, JPEG or WebP"
  ],
  ["a PDF", new TextEncoder().encode(`%PDF-1.7${" ".repeat(40)}`), "PNG, JPEG or WebP"],
  ["nothing", new Uint8Array(), "PNG, JPEG or WebP"],
  ["the begin of a JPEG image", Uint8Array.fromBase64(images["image/jpeg"]).slice(0, 40), "PNG, JPEG or WebP"],
  ["an image without width", ofSize(0), "pixels a side"],
  ["an image that unpacks to gigabytes", ofSize(100_000), "pixels a side"],
  ["a large file", new Uint8Array(maxImageBytes.logo + 1), `at most ${maxImageBytes.logo} bytes`]
])("%s is no logo", (_, bytes, expected) => {
  expect(Result.getOrThrow(Result.flip(inspect("logo", bytes, context.now))).expected).toContain(expected)
})

test("consent has another version with another text or privacy notice, and no other change gives it one", () => {
  const patches = [{ consent_text: "Yes" }, { title: "Jobs" }, { privacy_notice: "Six months" }, {
    consent_text: "Yes"
  }, { consent_text: null }]
  let board = loaded().board
  const versions = patches.map((patch) => {
    board = Result.getOrThrow(update({ ...loaded(), board }, patch, context)).entity
    return board.consent_version
  })
  expect(versions).toEqual([1, 1, 2, 2, 3])
})

test("an address is the organization's alone, and of its own there are at most 20", () => {
  const slug = "harbor"
  const tagOf = (loaded: LoadedBoard) =>
    Result.match(update(loaded, { slug }, context), { onFailure: ({ _tag }) => _tag, onSuccess: () => "done" })
  const others = Array.from({ length: 20 }, (_, index) => `board-${index}`)
  expect(tagOf(loaded([], [slug]))).toBe("BoardSlugTaken")
  expect(tagOf(loaded(others))).toBe("LimitReached")
  expect(tagOf(loaded([...others.slice(1), slug]))).toBe("done")
  expect(initial(organization, new Set(["harbor-analytics"])).slug).toBe("harbor-analytics-2")
})

test("addresses and colours are converted to their form", () => {
  expect(Schema.decodeSync(BoardSlug)("Müller & Söhne")).toBe("muller-sohne")
  expect(Schema.decodeSync(Color)(" 0F5E8C")).toBe("#0f5e8c")
  expect(Schema.decodeSync(Color)("#fa0")).toBe("#ffaa00")
  for (const refused of ["red", "#12345", "#1234567"]) expect(Schema.decodeResult(Color)(refused)._tag).toBe("Failure")
})

test("contrast is that of WCAG", () => {
  expect(contrastOf("#000000")).toEqual({ on_white: 21, on_black: 1 })
  expect(contrastOf("#767676")).toEqual({ on_white: 4.5, on_black: 4.6 })
  expect(contrastOf("#ffff00").on_white).toBe(1)
})
