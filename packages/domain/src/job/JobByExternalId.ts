/** Requests for jobs by their external ids (decision 0094). */
import { Schema } from "effect"
import { named } from "../Described.ts"
import { noun } from "./Job.ts"

/** A request for the job with an external id. */
export const JobByExternalId = Schema.Struct({ ...noun.create.fields, ...noun.update.fields }).pipe(named(
  "JobByExternalId",
  "A job that another system knows, new or not. A new one takes the fields of `POST /jobs`; of a known one a field that is left out stays, " +
    "and so do its stages, which have operations of their own",
  { title: "Compiler Engineer", status: "published" }
))
export interface JobByExternalId extends Schema.Schema.Type<typeof JobByExternalId> {}
