/** The owner of a note or a file in the path of a request. */
import type { ApplicationId, CandidateId } from "@candor/domain/Id"
import type { Owner } from "@candor/domain/part/Owner"

/** The parameters of a path that begins with an application or a candidate. */
export type OwnerParams = { readonly id: ApplicationId } | { readonly candidateId: CandidateId }

export const ownerOf = (params: OwnerParams): Owner =>
  "candidateId" in params ? { candidate_id: params.candidateId } : { application_id: params.id }
