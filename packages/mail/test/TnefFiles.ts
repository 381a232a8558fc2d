/** Makes `winmail.dat` files byte by byte, as MS-OXTNEF, section 2.1, describes them. */

const u16 = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8])
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** An attribute: its level (1 for the mail, 2 for a file), its id, its bytes, and their checksum (section 2.1.3). */
export const attribute = (level: 1 | 2, id: number, data: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from([level]),
    u32(id),
    u32(data.length),
    data,
    u16(data.reduce((sum, byte) => (sum + byte) % 65_536, 0))
  ])

/** A TNEF file: its signature, a key, and its attributes. */
export const tnef = (...attributes: ReadonlyArray<Uint8Array>): Buffer =>
  Buffer.concat([u32(0x223e9f78), u16(1), attribute(1, 0x00089006, u32(0x00010000)), ...attributes])

/** `attOemCodepage`. */
export const codePage = (page: number) => attribute(1, 0x00069007, Buffer.concat([u32(page), u32(0)]))

/** A property: of a type with a fixed size, or with the sizes before its values (section 2.1.3.4). */
export const property = (id: number, type: number, ...values: ReadonlyArray<Uint8Array>): Buffer =>
  Buffer.concat([
    u16(type),
    u16(id),
    u32(values.length),
    ...values.flatMap((value) => [u32(value.length), value, Buffer.alloc((4 - value.length % 4) % 4)])
  ])
export const fixed = (id: number, type: number, value: Uint8Array): Buffer => Buffer.concat([u16(type), u16(id), value])
export const named = (type: number, name: string, value: Uint8Array): Buffer => {
  const text = Buffer.from(`${name}\0`, "utf16le")
  return Buffer.concat([
    u16(type),
    u16(0x8001),
    Buffer.alloc(16, 7),
    u32(1),
    u32(text.length),
    text,
    Buffer.alloc((4 - text.length % 4) % 4),
    u32(1),
    u32(value.length),
    value,
    Buffer.alloc((4 - value.length % 4) % 4)
  ])
}
export const unicode = (id: number, text: string): Buffer => property(id, 0x1f, Buffer.from(`${text}\0`, "utf16le"))
const listOf = (properties: ReadonlyArray<Uint8Array>) => Buffer.concat([u32(properties.length), ...properties])

/** `attMsgProps`, and `attAttachment` for a file. */
export const properties = (...list: ReadonlyArray<Uint8Array>) => attribute(1, 0x00069003, listOf(list))
const fileProperties = (list: ReadonlyArray<Uint8Array>) => attribute(2, 0x00069005, listOf(list))

/** A file: `attAttachRendData`, `attAttachTitle` and `attAttachData`. */
export const file = (title: string, content: Uint8Array | undefined, ...list: ReadonlyArray<Uint8Array>): Buffer =>
  Buffer.concat([
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.from(`${title}\0`, "latin1")),
    ...content === undefined ? [] : [attribute(2, 0x0006800f, content)],
    ...list.length === 0 ? [] : [fileProperties(list)]
  ])

/** Compressed RTF without references: literal bytes, 8 after each zero control byte (MS-OXRTFCP, section 2.2). */
export const literally = (rtf: string, rawSize = rtf.length): Buffer => {
  const runs = Array.from(
    { length: Math.ceil(rtf.length / 8) },
    (_, at) => Buffer.from(`\0${rtf.slice(8 * at, 8 * at + 8)}`, "latin1")
  )
  const body = Buffer.concat(runs)
  return Buffer.concat([u32(body.length + 12), u32(rawSize), Buffer.from("LZFu"), u32(0), body])
}

/**
 * The examples of MS-OXRTFCP, section 3: one with references, and one with a reference to bytes that it is still
 * writing.
 */
export const compressed = {
  helloWorld: Buffer.from(
    "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c09002062770 5b06c647d0a800fa0".replaceAll(
      " ",
      ""
    ),
    "hex"
  ),
  repeated: Buffer.from("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0", "hex")
}

/** The interface id before an attached mail. */
const interfaceId = Buffer.from("0703020000000000c000000000000046", "hex")

/** An attached mail: `PidTagAttachDataObject`. */
export const attachedMail = (name: string, mail: Uint8Array): Buffer =>
  Buffer.concat([
    attribute(2, 0x00069002, Buffer.alloc(14)),
    fileProperties([property(0x3701, 0x0d, Buffer.concat([interfaceId, mail])), unicode(0x3001, name)])
  ])
