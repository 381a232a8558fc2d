/** Reads from deploy/Containerfile what tests need to know about the image. */
import { DockerfileParser } from "dockerfile-ast"

export interface Image {
  /** The default base image. */
  readonly base: string
  readonly user: string
  readonly env: Readonly<Record<string, string>>
  readonly entrypoint: ReadonlyArray<string>
  readonly command: ReadonlyArray<string>
  readonly healthCheck: ReadonlyArray<string>
}

/** Returns the JSON list at the end of an instruction. */
const list = (text: string): ReadonlyArray<string> => JSON.parse(/\[.*\]/s.exec(text)?.[0] ?? "[]")

/** Reads the last stage. */
export const imageOf = (containerfile: string): Image => {
  const parsed = DockerfileParser.parse(containerfile)
  const last = parsed.getFROMs().at(-1)!
  const instructions = parsed.getInstructions().filter((one) => one.getRange().start.line >= last.getRange().start.line)
  const argumentsOf = (keyword: string) =>
    instructions.findLast((one) => one.getKeyword() === keyword)?.getRawArgumentsContent() ?? ""
  const properties = parsed.getENVs().filter((one) => instructions.includes(one)).flatMap((one) => one.getProperties())
  return {
    // A build argument with a default.
    base: (last.getImage() ?? "").replace(
      /^\$\{(\w+)\}$/,
      (name, argument: string) =>
        parsed.getInitialARGs().map((one) => one.getProperty()).find((one) => one?.getName() === argument)
          ?.getValue() ?? name
    ),
    user: argumentsOf("USER"),
    env: Object.fromEntries(properties.map((one) => [one.getName(), one.getValue() ?? ""])),
    entrypoint: list(argumentsOf("ENTRYPOINT")),
    command: list(argumentsOf("CMD")),
    healthCheck: list(argumentsOf("HEALTHCHECK"))
  }
}
