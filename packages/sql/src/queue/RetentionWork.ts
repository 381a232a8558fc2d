/**
 * Queued work: a run of an organization's retention rule. It has the organization's id, so an organization has one run
 * at a time, and its element is made due again for the next one.
 */
import { OrganizationId } from "@candor/domain/Id"
import { Schema } from "effect"

export const queue = "retention"

export const Element = Schema.Struct({ organization_id: OrganizationId })
