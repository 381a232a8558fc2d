/** The work of removing the content of an attachment that has no row, as it stands in the queue. Its id is the attachment's. */
import { AttachmentId, OrganizationId } from "@candor/domain/Id"
import type { ContentKey } from "@candor/domain/attachment/AttachmentStore"
import { Schema } from "effect"
import type { Work } from "./Queue.ts"

export const queue = "contents"

export const Element = Schema.Struct({ organization_id: OrganizationId, id: AttachmentId })

/** The time in milliseconds that an upload has to store its row; an upload itself takes minutes. */
const delay_millis = 60 * 60 * 1000

/** The removal of a content that is being uploaded, in case its row is never stored. */
export const afterUpload = ({ id, organization_id }: ContentKey): Work => ({
  queue,
  id,
  element: { organization_id, id },
  delay_millis
})
