/**
 * Reads data of Greenhouse from saved responses of its Harvest API: versions 1 and 2
 * (https://developers.greenhouse.io/harvest.html, turned off in August 2026), whose form is the common one, and version
 * 3 (https://harvestdocs.greenhouse.io, Flat.ts).
 */
import { Effect, Stream } from "effect"
import type { Source } from "../common/Convert.ts"
import type { Form } from "../common/Form.ts"
import type { Folder } from "../Folder.ts"
import type { Left } from "../Left.ts"
import * as Flat from "./Flat.ts"
import { all } from "./Names.ts"

export const system = "greenhouse"
export const title = "Greenhouse"
export const layout = { names: all }

/** Converts the records of a folder to the common form. */
export const source = Effect.fnUntraced(function*(folder: Folder, left: Left) {
  const flat = yield* Flat.load(folder, left)
  const readAs = (name: keyof typeof all, form: string = name) =>
    Stream.map(
      folder.read(name),
      (read) => ({ ...read, record: read.record === undefined ? undefined : flat.nested(form, read.record) })
    )
  const read = (form: Form) =>
    form === "activity_feed"
      ? Stream.concat(readAs(form), readAs("notes"))
      : form === "moves"
      ? Stream.filter(readAs("application_stages", form), ({ record }) => record !== undefined)
      : readAs(form)
  const result: Source = { has: (form) => folder.has(form), read }
  return result
})
