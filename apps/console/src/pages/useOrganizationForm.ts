/** A form that changes the organization. It warns before it overwrites somebody else's change. */
import { type Organization, type OrganizationPatch, responseOf } from "@candor/client"
import { useState } from "react"
import { changedSince, changesOf } from "../api/changesOf.ts"
import { candor } from "../api/Client.ts"
import { t } from "../language/text.tsx"

/** A part of a page that changes the organization. */
export interface OrganizationProps {
  readonly organization: Organization
  readonly onChange: (organization: Organization) => void
}

/** Returns the organization as it was when the form was opened, and the function that saves fields. */
export const useOrganizationForm = ({ onChange, organization }: OrganizationProps) => {
  const [opened, setOpened] = useState(organization)
  const take = (organization: Organization) => {
    setOpened(organization)
    onChange(organization)
  }
  const save = async (fields: OrganizationPatch) => {
    const changes = changesOf(fields, opened)
    const answer = await candor.organizations.get()
    if (changedSince(changes, opened, answer.organization)) {
      take(answer.organization)
      throw new Error(t("Someone else has changed this meanwhile. Save again to replace it."))
    }
    take((await candor.organizations.update(changes, { ifMatch: responseOf(answer).etag })).organization)
  }
  return { opened, save }
}
