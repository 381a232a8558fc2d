/** The cover picture of the demo's careers site, drawn by code: robot arms at a conveyor belt, before shelves. */
import { crc32, deflateSync } from "node:zlib"

const [width, height] = [1200, 450] as const

type Color = readonly [red: number, green: number, blue: number]

const rgb = (hex: number): Color => [hex >> 16, hex >> 8 & 255, hex & 255]

/** A shape: a function for the distance to a point in pixels (negative inside), and its bounding box. */
interface Shape {
  readonly distance: (x: number, y: number) => number
  readonly box: readonly [left: number, top: number, right: number, bottom: number]
}

const rectangle = (left: number, top: number, wide: number, high: number, radius: number): Shape => {
  const [halfWide, halfHigh] = [wide / 2, high / 2]
  return {
    distance: (x, y) => {
      const dx = Math.abs(x - left - halfWide) - halfWide + radius
      const dy = Math.abs(y - top - halfHigh) - halfHigh + radius
      return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius
    },
    box: [left, top, left + wide, top + high]
  }
}

/** A line with round ends; a circle if both points are the same. */
const line = (x1: number, y1: number, x2: number, y2: number, radius: number): Shape => {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const square = Math.max(dx * dx + dy * dy, 1)
  return {
    distance: (x, y) => {
      const share = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square))
      return Math.hypot(x - x1 - share * dx, y - y1 - share * dy) - radius
    },
    box: [Math.min(x1, x2) - radius, Math.min(y1, y2) - radius, Math.max(x1, x2) + radius, Math.max(y1, y2) + radius]
  }
}

/** Draws a shape; edge pixels are blended with the background. */
const draw = (pixels: Uint8Array, { box: [left, top, right, bottom], distance }: Shape, color: Color): void => {
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom + 1); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right + 1); x++) {
      const share = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)))
      if (share === 0) continue
      const at = 3 * (y * width + x)
      for (let part = 0; part < 3; part++)
        pixels[at + part] = Math.round(pixels[at + part]! * (1 - share) + color[part]! * share)
    }
  }
}

const chunk = (type: string, data: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

/** Encodes pixels as PNG (ISO/IEC 15948), each row as the difference to the previous one. */
const png = (pixels: Uint8Array): Uint8Array => {
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, width)
  header.setUint32(4, height)
  header.setUint16(8, 0x0802)
  const row = 3 * width
  const filtered = new Uint8Array(height * (row + 1))
  for (let y = 0; y < height; y++) {
    filtered[y * (row + 1)] = 2
    for (let x = 0; x < row; x++)
      filtered[y * (row + 1) + 1 + x] = pixels[y * row + x]! - (y === 0 ? 0 : pixels[(y - 1) * row + x]!)
  }
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return Buffer.concat([
    signature,
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("IDAT", deflateSync(filtered)),
    chunk("IEND", new Uint8Array())
  ])
}

const [wall, shelf, lines, steel, joint, dark] = [0xdcefe9, 0xc3e0d7, 0xa6cfc3, 0x0f6e5c, 0xffffff, 0x0a4439].map(
  rgb
) as [Color, Color, Color, Color, Color, Color]
const parcels = [0xe0a458, 0xf0c987, 0xc9803a].map(rgb)

/** Returns the picture as PNG, about 30 kB. */
export const cover = (): Uint8Array => {
  const pixels = new Uint8Array(3 * width * height)
  for (let at = 0; at < pixels.length; at += 3) pixels.set(wall, at)
  const paint = (color: Color, shape: Shape) => draw(pixels, shape, color)
  // Shelves with parcels.
  for (let column = 0; column < 6; column++) {
    paint(shelf, rectangle(column * 210 - 30, 30, 186, 300, 10))
    for (let floor = 0; floor < 3; floor++) {
      for (let place = 0; place < 3; place++) {
        const n = column * 7 + floor * 5 + place * 3
        if (n % 4 === 3) continue
        const high = 34 + n % 3 * 14
        paint(
          n % 5 === 0 ? parcels[1]! : lines,
          rectangle(column * 210 - 16 + place * 56, 122 + floor * 96 - high, 46, high, 5)
        )
      }
      paint(lines, rectangle(column * 210 - 30, 122 + floor * 96, 186, 6, 3))
    }
  }
  // The belt.
  paint(dark, rectangle(-20, 372, width + 40, 40, 18))
  for (let at = 18; at < width; at += 48) paint(lines, line(at, 392, at, 392, 11))
  for (const [at, x] of [70, 330, 560, 790, 1080].entries())
    paint(parcels[at % 3]!, rectangle(x, 372 - 58 - at % 2 * 16, 82, 58 + at % 2 * 16, 6))
  // The arms, from their feet to their grippers.
  for (
    const [x, elbowX, elbowY, handX, handY] of [[250, 180, 190, 371, 236], [690, 760, 150, 601, 214], [
      960,
      900,
      200,
      1121,
      230
    ]] as const
  ) {
    paint(dark, rectangle(x - 52, 388, 104, 70, 14))
    paint(steel, line(x, 384, elbowX, elbowY, 24))
    paint(steel, line(elbowX, elbowY, handX, handY - 40, 18))
    paint(dark, line(handX, handY - 40, handX, handY - 8, 10))
    paint(dark, line(handX - 26, handY + 4, handX + 26, handY + 4, 8))
    for (const [jointX, jointY, radius] of [[x, 384, 30], [elbowX, elbowY, 28], [handX, handY - 40, 20]] as const) {
      paint(dark, line(jointX, jointY, jointX, jointY, radius))
      paint(joint, line(jointX, jointY, jointX, jointY, radius * 0.4))
    }
  }
  return png(pixels)
}
