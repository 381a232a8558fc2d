/** Mails as their senders formatted them. */
import { HttpServerResponse } from "effect/http"

/**
 * Nothing of the mail runs, nothing is sent, and nothing is loaded from elsewhere: pictures would tell that it was read. Links open in
 * tabs of their own, which know nothing of this one.
 */
const policy = [
  "sandbox allow-popups allow-popups-to-escape-sandbox", "default-src 'none'", "style-src 'unsafe-inline'", "img-src data:", "form-action 'none'",
  "base-uri 'none'", "frame-ancestors 'self'"
].join("; ")

/** Returns the HTML of a mail as a page that a frame may show. */
export const formatted = (html: string) =>
  HttpServerResponse.text(`<!doctype html><meta charset="utf-8">${html}`, {
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": policy, "referrer-policy": "no-referrer", "x-content-type-options": "nosniff", "cache-control": "no-store" }
  })
