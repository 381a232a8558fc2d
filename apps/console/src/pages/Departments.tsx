/** The departments and the offices of the organization, to which its jobs belong. */
import type { Office } from "@candor/client"
import { candor } from "../api/Client.ts"
import { t } from "../language/text.tsx"
import { textOf } from "../parts/Action.tsx"
import { TextField } from "../parts/Fields.tsx"
import { Page } from "../parts/Page.tsx"
import { useDepartments, useOffices } from "./job/places.ts"
import { nameAlone, TreePart } from "./TreePart.tsx"

const location = {
  fields: (office: Office | undefined) => <TextField label={t("Location")} name="location" defaultValue={office?.location ?? ""} hint={t("Where a job is done that belongs to it, as candidates read it.")} />,
  read: (form: FormData) => ({ location: textOf(form, "location") || null }),
  shown: ({ location }: Office) => location
}

export const Departments = () => (
  <Page title={t("Departments and offices")} lead={t("What jobs belong to. A new name shows on all jobs of a department.")}>
    <TreePart
      title={t("Departments")}
      add={t("Add department")}
      empty={t("There are no departments yet.")}
      rows={useDepartments()}
      operations={candor.departments}
      more={nameAlone}
    />
    <TreePart
      title={t("Offices")}
      add={t("Add office")}
      empty={t("There are no offices yet.")}
      rows={useOffices()}
      operations={candor.offices}
      more={location}
    />
  </Page>
)
