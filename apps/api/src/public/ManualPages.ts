/** Reads the pages of `docs`. scripts/build.ts puts their texts in place of this. */
import { join } from "node:path"
import { pagesIn } from "./ManualFolder.ts"

export const pages: Readonly<Record<string, string>> = pagesIn(join(import.meta.dir, "../../../../docs"))
