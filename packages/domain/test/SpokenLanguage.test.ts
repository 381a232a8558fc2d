import { type Preferred, type SpokenLanguage, spokenOf } from "@candor/domain/SpokenLanguage"
import { expect, test } from "bun:test"

test.each<[SpokenLanguage | null, Preferred]>([
  ["de", ["de-AT"]],
  ["de", ["DE"]],
  ["en", ["fr", "fr-CH,en;q=0.8,de;q=0.7"]],
  ["de", [null, undefined, "fr", "de"]],
  ["en", ["en", "de"]],
  [null, ["", null, "fr, it"]]
])("%s is the first language of %p that Candor speaks", (language, preferred) => {
  expect(spokenOf(...preferred)).toBe(language)
})
