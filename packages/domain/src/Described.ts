/**
 * Descriptions and examples of schemas, for readers of the code and of the OpenAPI document. They annotate the encoded
 * side, because the document shows values as they are sent.
 */
import { Schema, SchemaAST } from "effect"

type Examples = ReadonlyArray<Schema.Json>

// A test decodes each example.
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

/**
 * Describes a field. If its schema has an identifier, other fields share that schema, and the description is added
 * beside it.
 */
export const described =
  (description: string, ...examples: Examples) => <S extends Schema.Top>(schema: S): S["Rebuild"] =>
    SchemaAST.resolveIdentifier(schema.ast) === undefined
      ? schema.pipe(Schema.annotateEncoded(annotations(description, examples)))
      : Schema.flip(Schema.flip(schema).annotateKey(annotations(description, examples))) as S["Rebuild"]

/**
 * Names and describes a schema, which then appears once in the OpenAPI document. Its example is composed of its fields'
 * examples.
 */
export const named =
  (identifier: string, description: string, ...examples: Examples) => <S extends Schema.Top>(schema: S): S["Rebuild"] =>
    schema.annotate({ identifier, ...annotations(description, examples) })
