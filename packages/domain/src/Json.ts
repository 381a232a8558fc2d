/**
 * JSON that is passed on as it is. What a database has written in the form of a schema, and a client will read,
 * need not be parsed, checked and written again on its way.
 */
import { type Effect, Schema } from "effect"

/** The JSON text of an `A`, as `A`'s schema encodes it, in UTF-8. */
export class Json<out A> {
  declare readonly "~shape": A
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** A list of these items. */
export const listOf = <Item>(items: ReadonlyArray<Uint8Array>): Json<ReadonlyArray<Item>> => {
  const bytes = new Uint8Array(Math.max(2, items.reduce((sum, item) => sum + item.length + 1, 1)))
  let at = 0
  for (const item of items) {
    bytes[at] = at === 0 ? 0x5b : 0x2c
    bytes.set(item, at + 1)
    at += item.length + 1
  }
  if (at === 0) bytes[0] = 0x5b
  bytes[bytes.length - 1] = 0x5d
  return new Json(bytes)
}

const encoder = new TextEncoder()

/** The fields of an object, each as a value that is its own JSON form or as JSON text. */
export type Fields<A> = { readonly [Name in keyof A]: A[Name] | Json<A[Name]> }

const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** An object with these fields, in their order; fields that are undefined are left out. */
export const objectOf = <A extends object>(fields: Fields<A>): Json<A> => {
  const pieces: Array<Uint8Array> = []
  let text = "{"
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    text += `${text === "{" ? "" : ","}${JSON.stringify(name)}:`
    if (value instanceof Json) {
      pieces.push(encoder.encode(text), value.bytes)
      text = ""
    } else text += JSON.stringify(value)
  }
  pieces.push(encoder.encode(`${text}}`))
  return new Json(joined(pieces))
}

/** What a text says, for those who look into it. Fails where the text is not of this form, or says more than it has. */
export const parse = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeEffect(Schema.fromJsonString(schema), { onExcessProperty: "error" })
  return ({ bytes }: Json<A>): Effect.Effect<A, Schema.SchemaError> => decode(new TextDecoder().decode(bytes))
}
