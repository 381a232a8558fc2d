/** Requests for jobs by their external ids (decision 0094). */
import { Schema } from "effect"
import { named } from "../Described.ts"
import { noun } from "./Job.ts"

/** A request for the job with an external id. */
export const JobByExternalId = Schema.Struct({ ...noun.create.fields, ...noun.update.fields }).pipe(named(
  "JobByExternalId",
  "A new or existing job with an external id. A new one takes the fields of `POST /jobs`; omitted fields of an " +
    "existing one keep their values. Other operations change its stages",
  { title: "Compiler Engineer", status: "published" }
))
export interface JobByExternalId extends Schema.Schema.Type<typeof JobByExternalId> {}
