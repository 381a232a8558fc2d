/** The states of jobs, applications and prospects, in words and colours. */
import { Badge, type Tone } from "./Page.tsx"

const tones: Readonly<Record<string, Tone>> = {
  active: "accent",
  admin: "accent",
  closed: "neutral",
  completed: "good",
  converted: "good",
  deactivated: "neutral",
  delivered: "good",
  disabled: "warning",
  draft: "warning",
  enabled: "good",
  failed: "bad",
  hired: "good",
  interested: "good",
  no: "warning",
  pending: "warning",
  published: "good",
  rejected: "bad",
  replied: "accent",
  shortlisted: "accent",
  strong_no: "bad",
  strong_yes: "good",
  succeeded: "good",
  yes: "good"
}

/** `full_time` as people write it: “Full time”. */
export const spelled = (value: string): string => {
  const text = value.replaceAll("_", " ").replace(/\b(ai|api)\b/g, (word) => word.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const Status = ({ of }: { readonly of: string }) => <Badge tone={tones[of] ?? "neutral"}>{spelled(of)}</Badge>
