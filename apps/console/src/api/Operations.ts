/** The operations of the public API that the console calls. A route that is not the contract's does not compile. */
import type { AnswerOf, InputOf, OperationName, RouteOf } from "./Contract.ts"
import { send } from "./Transport.ts"

const routes = {
  "AiProfiles.list": "GET /api/v1/candidates/:candidateId/ai-profiles",
  "AiProfiles.refresh": "POST /api/v1/candidates/:candidateId/ai-profiles",
  "ApiKeys.create": "POST /api/v1/api-keys",
  "ApiKeys.list": "GET /api/v1/api-keys",
  "ApiKeys.revoke": "DELETE /api/v1/api-keys/:apiKeyId",
  "ApiKeys.rotate": "POST /api/v1/api-keys/:apiKeyId/rotate",
  "Applications.create": "POST /api/v1/applications",
  "Applications.get": "GET /api/v1/applications/:id",
  "Applications.hire": "POST /api/v1/applications/:id/hire",
  "Applications.history": "GET /api/v1/applications/:id/history",
  "Applications.list": "GET /api/v1/applications",
  "Applications.move": "POST /api/v1/applications/:id/move",
  "Applications.reject": "POST /api/v1/applications/:id/reject",
  "Applications.reopen": "POST /api/v1/applications/:id/reopen",
  "Applications.withdraw": "POST /api/v1/applications/:id/withdraw",
  "Attachments.delete": "DELETE /api/v1/applications/:id/attachments/:attachmentId",
  "Candidates.applications": "GET /api/v1/candidates/:candidateId/applications",
  "Candidates.get": "GET /api/v1/candidates/:candidateId",
  "Candidates.list": "GET /api/v1/candidates",
  "Candidates.search": "GET /api/v1/candidates/search",
  "Candidates.update": "PATCH /api/v1/candidates/:candidateId",
  "FailedWork.list": "GET /api/v1/background/failed",
  "FailedWork.requeue": "POST /api/v1/background/failed/:workId/requeue",
  "Feedback.create": "POST /api/v1/applications/:id/feedback",
  "Feedback.delete": "DELETE /api/v1/applications/:id/feedback/:feedbackId",
  "Jobs.addStage": "POST /api/v1/jobs/:jobId/stages",
  "Jobs.create": "POST /api/v1/jobs",
  "Jobs.get": "GET /api/v1/jobs/:jobId",
  "Jobs.list": "GET /api/v1/jobs",
  "Jobs.update": "PATCH /api/v1/jobs/:jobId",
  "Me.get": "GET /api/v1/me",
  "Members.add": "POST /api/v1/members",
  "Members.createSignInLink": "POST /api/v1/members/:memberId/sign-in-link",
  "Members.list": "GET /api/v1/members",
  "Members.update": "PATCH /api/v1/members/:memberId",
  "Notes.create": "POST /api/v1/applications/:id/notes",
  "Notes.delete": "DELETE /api/v1/applications/:id/notes/:noteId",
  "Notes.update": "PATCH /api/v1/applications/:id/notes/:noteId",
  "Organizations.get": "GET /api/v1/organization",
  "Organizations.previewRetention": "GET /api/v1/organization/retention/preview",
  "Organizations.update": "PATCH /api/v1/organization",
  "Prospects.convert": "POST /api/v1/sourcing/prospects/:prospectId/convert",
  "Prospects.discover": "POST /api/v1/sourcing/searches/:searchId/prospects",
  "Prospects.list": "GET /api/v1/sourcing/searches/:searchId/prospects",
  "Prospects.shortlist": "POST /api/v1/sourcing/prospects/:prospectId/shortlist",
  "Prospects.unshortlist": "DELETE /api/v1/sourcing/prospects/:prospectId/shortlist",
  "Prospects.update": "PATCH /api/v1/sourcing/prospects/:prospectId",
  "RejectionReasons.list": "GET /api/v1/rejection-reasons",
  "SourcingSearches.create": "POST /api/v1/sourcing/searches",
  "SourcingSearches.get": "GET /api/v1/sourcing/searches/:searchId",
  "SourcingSearches.list": "GET /api/v1/sourcing/searches",
  "Webhooks.create": "POST /api/v1/webhooks",
  "Webhooks.delete": "DELETE /api/v1/webhooks/:webhookId",
  "Webhooks.deliveries": "GET /api/v1/webhooks/:webhookId/deliveries",
  "Webhooks.get": "GET /api/v1/webhooks/:webhookId",
  "Webhooks.list": "GET /api/v1/webhooks",
  "Webhooks.replay": "POST /api/v1/webhooks/:webhookId/deliveries/:deliveryId/replay",
  "Webhooks.rotateSecret": "POST /api/v1/webhooks/:webhookId/rotate-secret",
  "Webhooks.test": "POST /api/v1/webhooks/:webhookId/test",
  "Webhooks.update": "PATCH /api/v1/webhooks/:webhookId"
} as const satisfies { readonly [Name in OperationName]?: RouteOf<Name> }

type Called = keyof typeof routes

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** Returns the address of an operation, without the server's. */
const addressOf = (path: string, { params = {}, query = {} }: AnyInput): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Calls an operation, and returns its JSON. Fails with `ApiFailure`. */
export const call = async <const Name extends Called>(name: Name, input: InputOf<Name>): Promise<AnswerOf<Name>> => {
  const { body, signal, ...address } = input as AnyInput
  const [method = "", path = ""] = routes[name].split(" ")
  const response = await send(method, addressOf(path, address), { body, signal })
  return await response.json() as AnswerOf<Name>
}
