/** The empty page of the console's frame for HTML of mails, which the console puts there. */
import * as FixedDocument from "./FixedDocument.ts"

/**
 * Nothing in it runs, nothing is sent, and nothing is loaded from elsewhere: pictures would tell that a mail was read. Links open in tabs of
 * their own. The console has access to it, and it has none to the console: scripts are off.
 */
const policy = [
  "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'"
].join("; ")

export const respond = FixedDocument.respond(async () => ({
  text: "<!doctype html><html><head><meta charset=\"utf-8\"><title></title></head><body></body></html>",
  contentType: "text/html; charset=utf-8",
  cacheControl: "public, no-cache",
  headers: { "content-security-policy": policy, "referrer-policy": "no-referrer", "x-dns-prefetch-control": "off" }
}))
