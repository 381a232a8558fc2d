/** Identifiers in a path. */
import { because } from "@candor/domain/IssueReason"
import { documentation } from "@candor/domain/Described"
import { isUuid } from "@candor/domain/Id"
import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"

/** The nil UUID, which no entity has (RFC 9562, section 5.9). */
const nil = "00000000-0000-0000-0000-000000000000"

/**
 * Makes the schema of an id in a path. A malformed id becomes the nil UUID, so that it gets the same 404 as every
 * unknown id. A missing one, as in `/jobs/`, is refused (spec, part 7).
 */
export const pathId = <Id extends Schema.Codec<string, string>>(id: Id) =>
  Schema.String.annotate(documentation(id)).pipe(
    Schema.decodeTo(
      id,
      SchemaTransformation.transformEffect({
        decode: (text: string, options) =>
          text === ""
            ? Effect.fail(
              new SchemaIssue.InvalidValue({ expected: "an id; it is missing", ...because("required") }, text, options)
            )
            : Effect.succeed(isUuid(text) ? text : nil),
        encode: (text: string) => Effect.succeed(text)
      })
    )
  )
