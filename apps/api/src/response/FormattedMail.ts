/** Mails as their senders formatted them. */
import { HttpServerResponse } from "effect/http"

/**
 * Returns headers under which an HTML mail runs nothing, sends nothing, and loads nothing from elsewhere (pictures
 * would reveal that it was read). Links open in tabs that cannot reach this page. `sandbox` lists further permissions.
 */
export const policyOfMails = (...sandbox: ReadonlyArray<"allow-same-origin">) => ({
  "content-security-policy": [
    ["sandbox", ...sandbox, "allow-popups", "allow-popups-to-escape-sandbox"].join(" "),
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'"
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-dns-prefetch-control": "off"
})

/** Returns the HTML of a mail as a page that a frame may show. */
export const formatted = (html: string) =>
  HttpServerResponse.text(`<!doctype html><meta charset="utf-8">${html}`, {
    contentType: "text/html; charset=utf-8",
    headers: { ...policyOfMails(), "x-content-type-options": "nosniff", "cache-control": "no-store" }
  })
