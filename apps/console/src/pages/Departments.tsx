/** The organization's departments and offices, to which its jobs belong. */
import type { Office } from "@candor/client"
import { candor } from "../api/Client.ts"
import { t } from "../language/text.tsx"
import { textOf } from "../parts/Action.tsx"
import { TextField } from "../parts/Fields.tsx"
import { Page } from "../parts/Page.tsx"
import { useDepartments, useOffices } from "./job/places.ts"
import { nameAlone, TreePart } from "./TreePart.tsx"

const location = {
  fields: (office: Office | undefined) => (
    <TextField
      label={t("Location")}
      name="location"
      defaultValue={office?.location ?? ""}
      help={t("The location that candidates see on its jobs.")}
    />
  ),
  read: (form: FormData) => ({ location: textOf(form, "location") || null }),
  shown: ({ location }: Office) => location
}

export const Departments = () => (
  <Page
    title={t("Departments and offices")}
    lead={t("Group your jobs. A new name applies to all jobs of a department.")}
  >
    <TreePart
      title={t("Departments")}
      add={t("Add department")}
      empty={t("No departments yet")}
      rows={useDepartments()}
      operations={candor.departments}
      more={nameAlone}
    />
    <TreePart
      title={t("Offices")}
      add={t("Add office")}
      empty={t("No offices yet")}
      rows={useOffices()}
      operations={candor.offices}
      more={location}
    />
  </Page>
)
