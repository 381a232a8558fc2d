/** Texts about connected apps. */
import type { ConnectedApp } from "@candor/client"
import { msg, t } from "../../language/text.tsx"
import type { Scope } from "../../session/rights.ts"
import type { Marked } from "../../language/text.tsx"

/** Describes what an app may do with each scope. */
export const rightsOfApp: Readonly<Record<Scope, Marked>> = {
  read: msg("Sees the jobs, candidates and applications that you see. Changes nothing."),
  write: msg("Also changes them in your name: moves, rejects, writes notes and sends emails."),
  admin: msg("Also manages members, settings, API keys and webhooks.")
}

/** Describes where an app runs, as people know it. */
export const placeOf = ({ client_host, redirect_host }: Pick<ConnectedApp, "client_host" | "redirect_host">): string =>
  client_host ?? (redirect_host === "localhost" ? t("a program on your computer") : redirect_host)

export const hasEnded = ({ expires_at, revoked_at }: Pick<ConnectedApp, "expires_at" | "revoked_at">): boolean =>
  revoked_at !== null || Date.parse(expires_at) <= Date.now()
