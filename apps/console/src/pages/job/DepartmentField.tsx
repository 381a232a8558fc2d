/** Chooses the department of a job; free text if the organization has no departments. */
import { InvalidRequest } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { t } from "../../language/text.tsx"
import { textOf } from "../../parts/Action.tsx"
import { Select, TextField } from "../../parts/Fields.tsx"
import { treeOptions } from "../../parts/treeOf.ts"
import { useMay } from "../../session/CurrentSession.tsx"
import type { Job } from "./loadBoard.ts"
import { useDepartments } from "./places.ts"

/** Special choices: the job's present free text, and a new department that is created with the job. */
const [kept, added] = ["kept", "added"]

const isTaken = (error: unknown): boolean =>
  error instanceof InvalidRequest && error.details["reason"] === "already_exists"

/** Returns the chosen or typed department. Creates a new department first; the server then finds it by its name. */
export const departmentIn = async (form: FormData) => {
  const [id, name] = [textOf(form, "department_id"), textOf(form, "department")]
  if (id === kept) return {}
  if (id === added) {
    await candor.departments.create({ name }).catch((error: unknown) => {
      if (!isTaken(error)) throw error
    })
  }
  return form.has("department") ? { department: name || null } : { department_id: id || null }
}

export const DepartmentField = ({ job }: { readonly job?: Job }) => {
  const { error, value: departments } = useDepartments()
  const isAdmin = useMay("admin")
  const { department = null, department_id = null } = job ?? {}
  const isText = department !== null && department_id === null
  const [chosen, setChosen] = useState(isText ? kept : department_id ?? "")
  if (error !== undefined || departments?.length === 0) {
    return <TextField label={t("Department")} name="department" defaultValue={department ?? ""} />
  }
  return (
    <>
      <Select
        label={t("Department")}
        name="department_id"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        options={[
          ["", t("Not specified")],
          ...(isText ? [[kept, department] as const] : []),
          ...(departments === undefined && department_id !== null
            ? [[department_id, department ?? ""] as const]
            : treeOptions(departments ?? [])),
          ...(isAdmin ? [[added, t("Add department…")] as const] : [])
        ]}
      />
      {chosen === added ? <TextField label={t("New department")} name="department" required autoFocus /> : null}
    </>
  )
}
