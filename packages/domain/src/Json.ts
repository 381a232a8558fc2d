/**
 * JSON that is passed on as it is. What a database has written in the form of a schema, and a client will read,
 * need not be parsed, checked and written again on its way.
 */
import { type Effect, Schema } from "effect"

const concatenate = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [only] = pieces
  if (only !== undefined && pieces.length === 1) return only
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** The JSON text of an `A`, as `A`'s schema encodes it, in UTF-8: one piece after the other. */
export class Json<out A> {
  declare readonly "~shape": A
  readonly pieces: ReadonlyArray<Uint8Array>
  constructor(...pieces: ReadonlyArray<Uint8Array>) {
    this.pieces = pieces
  }
  /** The whole text, which is a copy where there are several pieces. */
  get bytes(): Uint8Array {
    return concatenate(this.pieces)
  }
}

const encoder = new TextEncoder()

const [begin, comma, end] = ["[", ",", "]"].map((text) => encoder.encode(text)) as [Uint8Array, Uint8Array, Uint8Array]

/** A list of these items, which are not copied. */
export const listOf = <Item>(items: ReadonlyArray<Uint8Array>): Json<ReadonlyArray<Item>> =>
  new Json(begin, ...items.flatMap((item, index) => index === 0 ? [item] : [comma, item]), end)

/** The fields of an object, each as a value that is its own JSON form or as JSON text. */
export type Fields<A> = { readonly [Name in keyof A]: A[Name] | Json<A[Name]> }

/** An object with these fields, in their order; fields that are undefined are left out. */
export const objectOf = <A extends object>(fields: Fields<A>): Json<A> => {
  const pieces: Array<Uint8Array> = []
  let text = "{"
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    text += `${text === "{" ? "" : ","}${JSON.stringify(name)}:`
    if (value instanceof Json) {
      pieces.push(encoder.encode(text), ...value.pieces)
      text = ""
    } else text += JSON.stringify(value)
  }
  pieces.push(encoder.encode(`${text}}`))
  return new Json(...pieces)
}

/** What a text says, for those who look into it. Fails where the text is not of this form, or says more than it has. */
export const parse = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeEffect(Schema.fromJsonString(schema), { onExcessProperty: "error" })
  return ({ bytes }: Json<A>): Effect.Effect<A, Schema.SchemaError> => decode(new TextDecoder().decode(bytes))
}
