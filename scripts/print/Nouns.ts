/** Draws the nouns whose rows belong to those of another, and are deleted with them. */
import { nouns } from "@candor/domain/nouns"

/** Returns the nouns as a Mermaid entity-relationship diagram. */
export const diagram = (): string =>
  [
    "erDiagram",
    ...nouns.flatMap(({ partOf = [], subject }) => [partOf].flat().map((owner) => `  ${owner} ||--o{ ${subject} : has`))
  ].join("\n")
