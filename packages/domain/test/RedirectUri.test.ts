import { isRegistered, parseRedirectUri, redirectHost } from "@candor/domain/app/RedirectUri"
import { isHost } from "@candor/domain/organization/AppPolicy"
import { describe, expect, test } from "bun:test"

const registered = [
  "https://app.example/callback",
  "https://app.example/other?tenant=1",
  "http://127.0.0.1:33418/callback",
  "http://localhost/callback",
  "http://[::1]:4000/callback",
  "com.example.app:/callback",
  "cursor://anysphere.cursor-retrieval/oauth/callback"
]

describe("an address that codes may go to", () => {
  test.each([
    ...registered,
    "http://127.0.0.1:1/callback",
    "http://127.0.0.1/callback",
    "http://localhost:65535/callback",
    "http://[::1]/callback"
  ])("is one that is registered, with any port on the member's machine: %s", (uri) => {
    expect(isRegistered(uri, registered)).toBe(true)
  })

  test.each([
    "",
    "callback",
    "/callback",
    "//app.example/callback",
    "https://app.example/callback/",
    "https://app.example/callback/more",
    "https://app.example/Callback",
    "https://app.example/callback?next=1",
    "https://app.example/callback#fragment",
    "https://app.example/other",
    "https://app.example/other?tenant=2",
    "https://app.example/x/../callback",
    "https://app.example/%63allback",
    "https://app.example/callback%2f..",
    "https://app.example//callback",
    "https://app.example:443/callback",
    "https://app.example:8443/callback",
    "https://app.example./callback",
    "https://APP.example/callback",
    "HTTPS://app.example/callback",
    "http://app.example/callback",
    "https://app.example@evil.example/callback",
    "https://user@app.example/callback",
    "https://evil.example/callback",
    "https://app.example.evil.example/callback",
    "https://evil.example/https://app.example/callback",
    "https://app.example\\@evil.example/callback",
    "https://app.example/callback\n",
    " https://app.example/callback",
    "https://аpp.example/callback",
    "http://127.0.0.1:33418/callback/more",
    "http://127.0.0.1:33418/callback?more=1",
    "http://127.0.0.1.evil.example:33418/callback",
    "http://localhost.evil.example/callback",
    "http://127.1:33418/callback",
    "http://2130706433/callback",
    "http://0.0.0.0:33418/callback",
    "https://127.0.0.1:33418/callback",
    "com.example.app:/other",
    "com.example.app2:/callback",
    "javascript:alert(1)//com.example.app:/callback"
  ])("is no other: %s", (uri) => {
    expect(isRegistered(uri, registered)).toBe(false)
  })

  test.each([
    "http://app.example/callback",
    "ftp://app.example/callback",
    "javascript:alert(1)",
    "data:text/html,hello",
    "file:///etc/passwd",
    "blob:https://app.example/1",
    "myapp:/callback",
    "https://user:secret@app.example/callback",
    "https://app.example/callback#",
    "https://app.example/<script>",
    "https://app.example/a b",
    `https://app.example/${"a".repeat(500)}`
  ])("cannot be registered: %s", (uri) => {
    expect(parseRedirectUri(uri)).toBeUndefined()
    expect(isRegistered(uri, [uri])).toBe(false)
  })
})

test("the host of an address is the machine for loopback, and the scheme of an app that has one", () => {
  expect(registered.map(redirectHost)).toEqual([
    "app.example",
    "app.example",
    "localhost",
    "localhost",
    "localhost",
    "com.example.app:",
    "cursor:"
  ])
})

test("a host is a name or an address as URLs have it, or a scheme with its colon", () => {
  expect(["claude.ai", "localhost", "xn--bcher-kva.example", "cursor:", "com.example.app:"].map(isHost)).toEqual(
    Array(5).fill(true)
  )
  expect(
    [
      "Claude.ai",
      "claude.ai/",
      "https://claude.ai",
      "claude.ai:443",
      "a b",
      "",
      "user@claude.ai",
      "https:",
      "myapp:",
      ":"
    ].map(isHost)
  ).toEqual(Array(10).fill(false))
})
