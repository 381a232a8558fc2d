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

/** What a text says, for those who look into it. Fails where the text is not of this form, or says more than it has. */
export const parse = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeEffect(Schema.fromJsonString(schema), { onExcessProperty: "error" })
  return ({ bytes }: Json<A>): Effect.Effect<A, Schema.SchemaError> => decode(new TextDecoder().decode(bytes))
}
