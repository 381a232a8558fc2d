/** The departments and the offices of the organization, to which its jobs belong. */
import { candor } from "../api/Client.ts"
import { t } from "../language/text.tsx"
import { Page } from "../parts/Page.tsx"
import { useDepartments } from "./job/places.ts"
import { nameAlone, TreePart } from "./TreePart.tsx"

export const Departments = () => (
  <Page title={t("Departments")} lead={t("What jobs belong to. A new name shows on all jobs of a department.")}>
    <TreePart
      title={t("Departments")}
      add={t("Add department")}
      empty={t("There are no departments yet.")}
      rows={useDepartments()}
      operations={candor.departments}
      more={nameAlone}
    />
  </Page>
)
