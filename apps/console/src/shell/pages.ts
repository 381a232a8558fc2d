/** The pages that the navigation leads to, in its order. */
import type { LinkProps } from "@tanstack/react-router"
import { type Marked, msg } from "../language/text.tsx"
import type { IconName } from "../parts/Icon.tsx"

export interface PageOfConsole<Name = string> {
  readonly to: NonNullable<LinkProps["to"]>
  readonly name: Name
  readonly icon: IconName
}

export const desk: ReadonlyArray<PageOfConsole<Marked>> = [
  { to: "/waiting", name: msg("Waiting for you"), icon: "waiting" },
  { to: "/jobs", name: msg("Jobs"), icon: "jobs" },
  { to: "/candidates", name: msg("Candidates"), icon: "candidates" },
  { to: "/mail", name: msg("Mail"), icon: "mail" },
  { to: "/quarantine", name: msg("Quarantine"), icon: "quarantine" },
  { to: "/sourcing", name: msg("Sourcing"), icon: "sourcing" },
  { to: "/activity", name: msg("Activity"), icon: "activity" }
]

export const settings: ReadonlyArray<PageOfConsole<Marked>> = [
  { to: "/organization", name: msg("Organization"), icon: "organization" },
  { to: "/careers-site", name: msg("Careers site"), icon: "careers" },
  { to: "/mail-account", name: msg("Mail account"), icon: "mail" },
  { to: "/mail-templates", name: msg("Mail templates"), icon: "template" },
  { to: "/members", name: msg("Members"), icon: "members" },
  { to: "/api-keys", name: msg("API keys"), icon: "key" },
  { to: "/webhooks", name: msg("Webhooks"), icon: "webhook" },
  { to: "/background-work", name: msg("Background work"), icon: "warning" }
]

/** The settings that every member may read, unless limited. */
export const open: ReadonlySet<LinkProps["to"]> = new Set(["/organization", "/mail-templates", "/members"] as const)
