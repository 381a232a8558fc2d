/**
 * Encoded values: JSON bytes that the database wrote and the server sends. Ports name the domain's type and pass the
 * bytes on, so that no response is parsed, checked and serialized again. Only sql makes such values, and only the api
 * sends them.
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

/** An `A` as its JSON in UTF-8. The text is kept in pieces, so that it can be sent without copying. */
export class Encoded<out A> {
  declare readonly "~type": A
  readonly pieces: ReadonlyArray<Uint8Array>
  constructor(...pieces: ReadonlyArray<Uint8Array>) {
    this.pieces = pieces
  }
  /** Returns the whole text. It is copied if it has several pieces. */
  get bytes(): Uint8Array {
    return concatenate(this.pieces)
  }
}

const encoder = new TextEncoder()

const [begin, comma, end] = ["[", ",", "]"].map((text) => encoder.encode(text)) as [Uint8Array, Uint8Array, Uint8Array]

/** Returns the encoded list of encoded items, without copying them. */
export const listOf = <Item>(items: ReadonlyArray<Uint8Array | Encoded<Item>>): Encoded<ReadonlyArray<Item>> =>
  new Encoded(
    begin,
    ...items.flatMap((
      item,
      index
    ) => [...(index === 0 ? [] : [comma]), ...(item instanceof Encoded ? item.pieces : [item])]),
    end
  )

/** Returns the encoded object, which must not be empty, with one more field at its end. Copies neither. */
export const withField = <A>(object: Uint8Array, name: string & keyof A, value: Encoded<A[keyof A]>): Encoded<A> =>
  new Encoded(object.subarray(0, -1), encoder.encode(`,${JSON.stringify(name)}:`), ...value.pieces, encoder.encode("}"))

/**
 * Returns the encoded list with the item prepended, without copying the others. The space is the one that PostgreSQL's
 * `json_agg` writes.
 */
export const prepended = <Item extends Schema.Json>(
  item: Item,
  items: Encoded<ReadonlyArray<Item>>
): Encoded<ReadonlyArray<Item>> => {
  const { bytes } = items
  const isEmpty = bytes.length === begin.length + end.length
  return new Encoded(encoder.encode(`[${JSON.stringify(item)}${isEmpty ? "" : ", "}`), bytes.subarray(begin.length))
}

/** The fields of an object, each encoded, or a value that is its own JSON form. */
export type Fields<A> = { readonly [Name in keyof A]: A[Name] | Encoded<A[Name]> }

/** Returns the encoded object with these fields, in their order, without those that are undefined. */
export const objectOf = <A extends object>(fields: Fields<A>): Encoded<A> => {
  const pieces: Array<Uint8Array> = []
  let text = "{"
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    text += `${text === "{" ? "" : ","}${JSON.stringify(name)}:`
    if (value instanceof Encoded) {
      pieces.push(encoder.encode(text), ...value.pieces)
      text = ""
    } else text += JSON.stringify(value)
  }
  pieces.push(encoder.encode(`${text}}`))
  return new Encoded(...pieces)
}

/** Makes a function that decodes an encoded value. It fails for a missing or an unknown field. */
export const decodeWith = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeEffect(Schema.fromJsonString(schema), { onExcessProperty: "error" })
  return ({ bytes }: Encoded<A>): Effect.Effect<A, Schema.SchemaError> => decode(new TextDecoder().decode(bytes))
}
