/** The folder of the manual. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Returns the texts of the pages in a folder and its subfolders, by their names within it. */
export const pagesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/")).filter((
      name
    ) => name.endsWith(".md")).toSorted()
      .map((name) => [name, readFileSync(join(folder, name), "utf8")])
  )
