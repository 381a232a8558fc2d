/**
 * Descriptions and examples of schemas, for readers of the code and of the OpenAPI document. They are on the encoded
 * side, because the document shows values as they are sent.
 */
import { Schema, SchemaAST } from "effect"

type Examples = ReadonlyArray<Schema.Json>

// The examples are checked by a test, which decodes each.
const annotations = (description: string, examples: Examples) => ({
  description,
  ...(examples.length === 0 ? {} : { examples: examples as ReadonlyArray<never> })
})

/** Returns the description and the examples of a schema. */
export const documentation = (schema: Schema.Top) => {
  const { description = "", examples = [] } = SchemaAST.resolve(
    Schema.toEncoded(schema).ast
  ) as Schema.Annotations.Documentation<string>
  return { description, examples }
}

/** Describes a field. A field whose schema has an identifier is described beside it: other fields share that schema. */
export const described =
  (description: string, ...examples: Examples) => <S extends Schema.Top>(schema: S): S["Rebuild"] =>
    SchemaAST.resolveIdentifier(schema.ast) === undefined
      ? schema.pipe(Schema.annotateEncoded(annotations(description, examples)))
      : Schema.flip(Schema.flip(schema).annotateKey(annotations(description, examples))) as S["Rebuild"]

/**
 * Names a schema, which then stands once in the OpenAPI document, and describes it. Its fields' examples make its own.
 */
export const named =
  (identifier: string, description: string, ...examples: Examples) => <S extends Schema.Top>(schema: S): S["Rebuild"] =>
    schema.annotate({ identifier, ...annotations(description, examples) })
