/** Lists of ids in a query parameter. */
import { Schema, SchemaTransformation } from "effect"

/** Makes the schema of ids separated by commas. */
export const idsOf = <Id extends string>(id: Schema.Codec<Id, string>, most: number) =>
  Schema.String.pipe(
    Schema.decodeTo(
      Schema.Array(id).check(Schema.isMaxLength(most, { expected: `at most ${most} ids with commas between them` })),
      SchemaTransformation.transform<ReadonlyArray<string>, string>({
        decode: (text) => text.split(","),
        encode: (ids) => ids.join(",")
      })
    )
  )
