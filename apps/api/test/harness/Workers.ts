/** What background workers do, for tests without one. */
import { fail } from "@candor/domain/attachment/AttachmentText"
import { AttachmentTexts } from "@candor/domain/attachment/AttachmentTexts"
import { AttachmentId } from "@candor/domain/Id"
import { Effect, Schema } from "effect"
import type { World } from "./World.ts"

/** Finds no text in a file that a request has added. */
export const findNoText = ({ backend, own }: World, attachment: string, request_id: string) =>
  backend.run(Effect.flatMap(AttachmentTexts, (texts) =>
    texts.modify(
      { organization_id: own.organization.id, worker: "texts", request_id },
      Schema.decodeSync(AttachmentId)(attachment),
      (file) => fail(file, "no_text")
    )))
