import { TimestampFromText } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Schema } from "effect"

const decode = Schema.decodeUnknownSync(TimestampFromText)

describe("a date-time of a client", () => {
  test.each([
    ["2027-01-31T09:30:00Z", "2027-01-31T09:30:00.000Z"],
    ["2027-01-31T09:30:00.1234567Z", "2027-01-31T09:30:00.123Z"],
    ["2027-01-31T09:30:00+02:00", "2027-01-31T07:30:00.000Z"],
    ["2028-02-29T00:00:00-11:30", "2028-02-29T11:30:00.000Z"]
  ])("%s is %s", (text, timestamp) => {
    expect(decode(text)).toBe(timestamp as never)
  })

  test.each([
    "2027-02-29T00:00:00Z", "2027-02-30T00:00:00Z", "2027-13-01T00:00:00Z", "2027-01-01T25:00:00Z", "2027-01-01", "2027-01-01T00:00:00",
    "2027-01-01T00:00:00+99:00", "9999-12-31T23:59:59-10:00", "0000-12-31T00:00:00Z", "0001-01-01T00:00:00+14:00", "01/31/2027", "tomorrow", ""
  ])("%p is none", (text) => {
    expect(() => decode(text)).toThrow()
  })
})
