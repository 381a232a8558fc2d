/** Uploads of archives of whole organizations. */
import { having } from "./Client.ts"
import { workOnImports } from "./Workers.ts"
import type { Tenant, World } from "./World.ts"

/** The fields of an import that tests check. */
export interface ShownImport {
  readonly id: string
  readonly state: string
  readonly failure: string | null
  readonly size_bytes: number
  readonly part_bytes: number
  readonly bytes_received: number
  readonly rows_counted: number
  readonly rows_done: number
  readonly new_counted: number
  readonly known_counted: number
  readonly unchanged_counted: number
  readonly problems_counted: number
  readonly undone_counted: number
  readonly kept_counted: number
}

export interface ShownReport {
  readonly nouns: ReadonlyArray<{ readonly noun: string; readonly new: number; readonly taken: number }>
  readonly taken: ReadonlyArray<{ readonly id: string; readonly stored_id: string; readonly name: string }>
  readonly problems: ReadonlyArray<{ readonly file: string; readonly line: number | null; readonly message: string }>
}

/** Makes a form with the bytes of a file. */
export const form = (bytes: Uint8Array, name: string): FormData => {
  const form = new FormData()
  form.append("file", new File([new Uint8Array(bytes)], name))
  return form
}

/** Makes a form with a part of an archive. */
export const partForm = (number: number, bytes: Uint8Array): FormData => {
  const part = form(bytes, "part")
  part.append("number", String(number))
  return part
}

/** Imports with the keys of an organization. */
export const importsOf = (world: World, tenant: Tenant) => {
  const { call } = world
  const key = tenant.keys.admin
  type One = { readonly import: ShownImport }
  const get = async (id: string) => having(200)(await call<One>("GET", `/imports/${id}`, { key })).body.import
  return {
    get,
    begin: async (size_bytes: number) =>
      having(201)(
        await call<One>("POST", "/imports/uploads", { key, body: { file_name: "acme.zip", size_bytes } })
      ).body.import,
    part: (id: string, number: number, bytes: Uint8Array) =>
      call<One>("POST", `/imports/${id}/parts`, { key, form: partForm(number, bytes) }),
    /** Uploads an archive in one part, and has it checked. */
    checked: async (archive: Uint8Array) => {
      const { id } =
        having(201)(await call<One>("POST", "/imports", { key, form: form(archive, "acme.zip") })).body.import
      await workOnImports(world)
      return get(id)
    },
    /** Requests a step of an import, and runs the resulting background work. */
    after: async (step: "run" | "undo", id: string) => {
      having(200)(await call("POST", `/imports/${id}/${step}`, { key }))
      await workOnImports(world)
      return get(id)
    },
    report: async (id: string) =>
      having(200)(await call<{ readonly report: ShownReport }>("GET", `/imports/${id}/report`, { key })).body.report
  }
}
