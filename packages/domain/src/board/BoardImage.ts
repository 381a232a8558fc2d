/**
 * Images of careers boards. Their type and dimensions are read from their bytes. SVG is refused, because it can contain
 * scripts.
 */
import { Result, Schema, SchemaTransformation } from "effect"
import { startsWith } from "../attachment/FileKinds.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { inDocument, storable } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { type IssueReason, type IssueValues, reasonFields } from "../IssueReason.ts"

/** The images of a board. */
export type ImageKind = "logo" | "cover"

/** The most bytes of each. As Base64, a cover still fits into a JSON body. */
export const maxImageBytes: Readonly<Record<ImageKind, number>> = { logo: 256 * 1024, cover: 720 * 1024 }

/** The most pixels of a side: a small file can unpack to gigabytes. */
const maxSide = 4096

const types = ["image/png", "image/jpeg", "image/webp"] as const

/** The fields that describe an image. The arguments are the example's. */
const measured = (size_bytes: number, width: number, height: number) => ({
  content_type: Schema.Literals(types).pipe(described("The type of the image, detected from its content", "image/png")),
  size_bytes: Schema.Int.pipe(described("The size of the image in bytes", size_bytes)),
  width: Schema.Int.pipe(described("The width of the image in pixels", width)),
  height: Schema.Int.pipe(described("The height of the image in pixels", height)),
  updated_at: Timestamp.pipe(described("When the image was set", example.time.keyCreated))
})

export const Logo = Schema.Struct(measured(18_204, 512, 128))
  .pipe(named("BoardLogo", "The logo of the careers board, whose content `GET /organization/board/logo` has"))

export const Cover = Schema.Struct(measured(143_020, 1600, 600))
  .pipe(
    named("BoardCover", "The cover picture of the careers board, whose content `GET /organization/board/cover` has")
  )

/** An image of a board. */
export interface BoardImage extends Schema.Schema.Type<typeof Logo> {}

/** An image of one pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const content = Schema.Uint8ArrayFromBase64.pipe(described("The image in Base64", pixel))

/** Images with their bytes in Base64. */
export const LogoContent = Schema.Struct({ ...Logo.fields, content }).pipe(
  named("BoardLogoContent", "The logo of the careers board with its bytes")
)
export const CoverContent = Schema.Struct({ ...Cover.fields, content })
  .pipe(named("BoardCoverContent", "The cover picture of the careers board with its bytes"))
export interface ImageContent extends Schema.Schema.Type<typeof LogoContent> {}

/** An image in a request: its bytes in Base64, also as a `data:` URL, as browsers make them. */
export const ImageUpload = Schema.Struct({
  content: Schema.String.check(storable, inDocument({ format: "byte" })).pipe(
    Schema.decodeTo(
      Schema.Uint8ArrayFromBase64,
      SchemaTransformation.transform({
        decode: (text: string) => text.replace(/^data:[^,]{0,200};base64,/, ""),
        encode: (base64: string) => base64
      })
    ),
    described("The image in Base64, also as a `data:` URL", pixel)
  )
}).pipe(named("BoardImageUpload", "A PNG, JPEG or WebP image"))

/** The content is not an accepted image. */
export class ImageRefused extends Schema.TaggedError<ImageRefused>()("ImageRefused", {
  expected: Schema.String,
  found: Schema.String,
  ...reasonFields
}) {}

interface Measured extends Pick<BoardImage, "content_type" | "width" | "height"> {}

const png = (_: Uint8Array, view: DataView): Measured => ({
  content_type: "image/png",
  width: view.getUint32(16),
  height: view.getUint32(20)
})

/** Reads the size from the frame header (ITU T.81, annex B), which follows other segments. */
const jpeg = (bytes: Uint8Array, view: DataView): Measured | undefined => {
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { content_type: "image/jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    } else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** Reads the size from the first chunk (RFC 9649, section 2): extended, lossless or lossy. */
const webp = (bytes: Uint8Array, view: DataView): Measured | undefined => {
  const size = (width: number, height: number): Measured => ({ content_type: "image/webp", width, height })
  const uint24 = (at: number): number => view.getUint16(at, true) | bytes[at + 2]! << 16
  if (startsWith(bytes, "VP8X", 12)) return size(uint24(24) + 1, uint24(27) + 1)
  if (startsWith(bytes, "VP8 ", 12)) return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
  if (!startsWith(bytes, "VP8L", 12)) return undefined
  const bits = view.getUint32(21, true)
  return size((bits & 0x3fff) + 1, (bits >>> 14 & 0x3fff) + 1)
}

const measure = (bytes: Uint8Array): Measured | undefined => {
  // In every format, the dimensions are within the first 30 bytes.
  if (bytes.length < 30) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(bytes, "\x89PNG\r\n\x1a\n")) return png(bytes, view)
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return jpeg(bytes, view)
  return startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8) ? webp(bytes, view) : undefined
}

/** Detects type and dimensions of an image from its bytes. Fails if it is not an accepted image, or too large. */
export const inspect = (
  kind: ImageKind,
  bytes: Uint8Array,
  updated_at: Timestamp
): Result.Result<BoardImage, ImageRefused> => {
  const refused = (expected: string, found: string, reason: IssueReason, values: IssueValues) =>
    Result.fail(new ImageRefused({ expected, found, reason, values }))
  const max = maxImageBytes[kind]
  if (bytes.length > max)
    return refused(`at most ${max} bytes`, `${bytes.length}`, "too_long", { limit: max, unit: "bytes" })
  const image = measure(bytes)
  if (image === undefined)
    return refused("a PNG, JPEG or WebP image", "something else", "wrong_content", {
      accepted: ["PNG", "JPEG", "WebP"]
    })
  const { height, width } = image
  return width < 1 || height < 1 || width > maxSide || height > maxSide
    ? refused(`an image of 1 to ${maxSide} pixels a side`, `${width} × ${height}`, "out_of_range", {
      minimum: 1,
      maximum: maxSide
    })
    : Result.succeed({ ...image, size_bytes: bytes.length, updated_at })
}
