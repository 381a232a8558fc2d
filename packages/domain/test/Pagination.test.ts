import * as Pagination from "@candor/domain/Pagination"
import * as Scope from "@candor/domain/access/Scope"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { id } from "./context.ts"

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: id(n), created_at: Timestamp.make("2026-11-20T09:00:00.000Z") }))

describe("a page", () => {
  test("has more exactly when there is a row beyond its limit, and says where that begins", () => {
    const last = Pagination.fromRows({ limit: 3, offset: 6 }, rows(3))
    expect(last.pagination).toEqual({ limit: 3, offset: 6, has_more: false })
    expect(last.next).toBeUndefined()
    const earlier = Pagination.fromRows({ limit: 3, offset: 6 }, rows(4))
    expect(earlier.items.length).toBe(3)
    expect(earlier.pagination.has_more).toBe(true)
    expect(earlier.next).toEqual(rows(4)[2])
  })

  test("of nothing is empty", () => {
    expect(Pagination.fromRows({ limit: 3, offset: 0 }, [])).toEqual({
      items: [],
      pagination: { limit: 3, offset: 0, has_more: false },
      next: undefined
    })
  })
})

describe("scopes", () => {
  test("include the ones before them", () => {
    expect(["read", "write", "admin"].map((held) => Scope.all(held as Scope.Scope))).toEqual([
      ["read"],
      ["read", "write"],
      ["read", "write", "admin"]
    ])
    expect(Scope.includes("read", "write")).toBe(false)
    expect(Scope.includes("write", "write")).toBe(true)
    expect(Scope.includes("admin", "read")).toBe(true)
  })
})
