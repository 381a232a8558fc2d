import { growthOf, linear } from "@candor/domain/testing/Linear"
import { elementsNamed } from "@candor/files/content/PackageParts"
import { expect, test } from "bun:test"

test("elements have their attributes, whatever their prefix and quotes", () => {
  expect(elementsNamed(`<x:sheet name="A &amp; B" r:id='b>'/><sheets/><sheet/>`, "sheet")).toEqual([{
    name: "A & B",
    "r:id": "b>"
  }, {}])
})

test.each(["<xf ", "<xf \"", "<xf \"'", "<a:xf a='", "<", "xf a = "])(
  "%j again and again takes linear time",
  (part) => {
    expect(growthOf(part, (xml) => elementsNamed(xml, "xf"))).toBeLessThan(linear)
  }
)
