/**
 * A run of an organization's retention rule, as it stands in the queue. Its id is the organization's: an organization
 * has one run at a time, whose element is made due again for the next one.
 */
import { OrganizationId } from "@candor/domain/Id"
import { Schema } from "effect"

export const queue = "retention"

export const Element = Schema.Struct({ organization_id: OrganizationId })
