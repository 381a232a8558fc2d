/** Whom a request comes from, and how requests without a key are counted for them. */
import { perHour } from "@candor/domain/access/RateLimit"
import { describe, expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { AddressLimits, maxAddresses, maxEntries, metricsPerHour } from "../src/auth/AddressLimits.ts"
import { clientAddress, networkOf, subscriberOf } from "../src/auth/ClientAddress.ts"

describe("The address of a client", () => {
  test("without trusted proxies it is that of the connection, whatever X-Forwarded-For says", () => {
    expect(clientAddress("192.0.2.1", "198.51.100.7", 0)).toBe("192.0.2.1")
    expect(clientAddress("192.0.2.1", null, 0)).toBe("192.0.2.1")
  })

  test("with N trusted proxies it is the Nth entry from the end, and what a client wrote before it is not believed", () => {
    expect(clientAddress("10.0.0.1", "198.51.100.7", 1)).toBe("198.51.100.7")
    expect(clientAddress("10.0.0.1", "203.0.113.66, 198.51.100.7", 1)).toBe("198.51.100.7")
    expect(clientAddress("10.0.0.1", "203.0.113.66, 198.51.100.7,10.0.0.2", 2)).toBe("198.51.100.7")
  })

  test("entries may have a port, or be IPv6", () => {
    expect(clientAddress("10.0.0.1", "198.51.100.7:4711", 1)).toBe("198.51.100.7")
    expect(clientAddress("10.0.0.1", "[2001:db8::7]:4711", 1)).toBe("2001:db8::7")
    expect(clientAddress("10.0.0.1", "2001:db8::7", 1)).toBe("2001:db8::7")
  })

  test("where an entry is missing or no address, it is the last that is true", () => {
    expect(clientAddress("10.0.0.1", null, 1)).toBe("10.0.0.1")
    expect(clientAddress("10.0.0.1", "", 1)).toBe("10.0.0.1")
    expect(clientAddress("10.0.0.1", "unknown", 1)).toBe("10.0.0.1")
    expect(clientAddress("10.0.0.1", "198.51.100.7", 2)).toBe("198.51.100.7")
    expect(clientAddress("10.0.0.1", "198.51.100.7, unknown", 2)).toBe("10.0.0.1")
  })
})

test("an IPv4 address counts for itself, however it is written, and IPv6 by its /64", () => {
  expect(subscriberOf("192.0.2.77")).toBe("192.0.2.77/32")
  expect(subscriberOf("::ffff:192.0.2.77")).toBe("192.0.2.77/32")
  expect(subscriberOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64")
  expect(subscriberOf("2001:0DB8:1:0002::6")).toBe("2001:db8:1:2::/64")
  expect(subscriberOf("2001:db8::6")).toBe("2001:db8::/64")
  expect(subscriberOf("2001::1:2:3:4:5:6")).toBe("2001:0:1:2::/64")
  expect(subscriberOf("fe80::1%eth0")).toBe("fe80::/64")
  expect(subscriberOf("::1")).toBe("::/64")
  expect(subscriberOf("unknown")).toBe("unknown")
})

test("the network of an address is its /24 or its /48", () => {
  expect(networkOf("192.0.2.77")).toBe("192.0.2.0/24")
  expect(networkOf("::ffff:192.0.2.77")).toBe("192.0.2.0/24")
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1::/48")
  expect(networkOf("unknown")).toBe("unknown")
})

const run = <A>(effect: Effect.Effect<A, never, AddressLimits>) =>
  Effect.runPromise(Effect.provide(effect, Layer.merge(AddressLimits.layer, TestClock.layer())))

const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`

describe("The limits of addresses", () => {
  test("each address has its own, and past it is refused", () =>
    run(Effect.gen(function*() {
      const limits = yield* AddressLimits
      for (let n = 0; n < perHour; n++) expect((yield* limits.count("192.0.2.1")).within).toBe(true)
      expect((yield* limits.count("192.0.2.1")).within).toBe(false)
      expect((yield* limits.count("192.0.2.2")).state.remaining).toBe(perHour - 1)
    })))

  test("the addresses of an IPv6 /64 share one from the start, and another /64 has its own", () =>
    run(Effect.gen(function*() {
      const limits = yield* AddressLimits
      for (let n = 0; n < perHour; n++) yield* limits.count(`2001:db8:0:1::${n.toString(16)}`)
      expect((yield* limits.count("2001:db8:0:1:ffff::1")).within).toBe(false)
      expect((yield* limits.peek("2001:db8:0:1::1")).remaining).toBe(0)
      expect((yield* limits.count("2001:db8:0:2::1")).within).toBe(true)
    })))

  test("requests for the metrics have a limit of their own", () =>
    run(Effect.gen(function*() {
      const limits = yield* AddressLimits
      for (let n = 0; n < metricsPerHour; n++) expect((yield* limits.countMetrics("192.0.2.1")).within).toBe(true)
      expect((yield* limits.countMetrics("192.0.2.1")).within).toBe(false)
      expect((yield* limits.peek("192.0.2.1")).remaining).toBe(perHour)
    })))

  test("of very many addresses the first have their own, and later ones share that of their network", () =>
    run(Effect.gen(function*() {
      const limits = yield* AddressLimits
      for (let n = 0; n < maxAddresses; n++) yield* limits.count(address(n))
      expect((yield* limits.count(address(0))).state.remaining).toBe(perHour - 2)
      expect((yield* limits.count("192.0.2.1")).state.remaining).toBe(perHour - 1)
      expect((yield* limits.count("192.0.2.2")).state.remaining).toBe(perHour - 2)
      expect((yield* limits.peek("192.0.2.3")).remaining).toBe(perHour - 2)
      expect((yield* limits.count("198.51.100.1")).state.remaining).toBe(perHour - 1)
    })))

  test("whatever number of networks there is, memory is kept for so many only, and the others share one limit", () =>
    run(Effect.gen(function*() {
      const limits = yield* AddressLimits
      const network = (n: number) => `2001:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`
      for (let n = 0; n < maxEntries; n++) yield* limits.count(network(n))
      expect((yield* limits.count(network(maxEntries))).state.remaining).toBe(perHour - 1)
      expect((yield* limits.count(network(maxEntries + 1))).state.remaining).toBe(perHour - 2)
      expect((yield* limits.count(network(0))).state.remaining).toBe(perHour - 2)
    })))
})
