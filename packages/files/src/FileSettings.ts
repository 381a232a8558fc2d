/** Where the contents of attachments are: what the environment says of it. */
import { Config } from "effect"

/** `CANDOR_FILES_DIR`: the folder of contents. */
export const folder = Config.option(Config.String("CANDOR_FILES_DIR"))

/** The settings of the file store in the environment, each by itself. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [folder]
