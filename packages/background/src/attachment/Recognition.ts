/**
 * The settings of optical character recognition (OCR), by a program that the operator has installed (decision 0039).
 */
import { Config, ConfigProvider, Option } from "effect"

/** A program with the command line of Tesseract, and the languages for its option `-l`. */
export interface Recognizer {
  readonly program: string
  readonly languages: string
}

/** Renders the pages of PDFs for the program (Debian's package `poppler-utils`). */
const drawer = "pdftoppm"

const notFound = (program: string) =>
  new ConfigProvider.SourceError({
    message: `CANDOR_OCR: Expected a program that is installed, for example tesseract, and ${drawer} beside it; got ${
      JSON.stringify(program)
    }`
  })

const program = Config.option(
  Config.String("CANDOR_OCR").pipe(
    Config.flatMap((name) =>
      [name, drawer].every((program) => Bun.which(program) !== null)
        ? Config.succeed(name)
        : Config.fail(notFound(name))
    )
  )
)
const languages = Config.String("CANDOR_OCR_LANGUAGES").pipe(Config.withDefault("eng"))

/** None if no program is set: then files without text stay without text. */
export const recognizer = Config.map(
  Config.all([program, languages]),
  ([program, languages]) => Option.map(program, (program): Recognizer => ({ program, languages }))
)

/** All settings, for the check at the start of a program. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [program, languages]
