import { comparable } from "@candor/domain/Comparison"
import { expect, test } from "bun:test"

test.each([
  ["R&D Köln", "r&d köln"],
  ["R&D Köln", "R & D  Koln"],
  ["R&D Köln", "R&D KO\u0308LN"],
  ["Großkunden", "GROSSKUNDEN"],
  ["Łódź", "lodz"],
  ["People's Ops", "peoples ops"],
  ["People’s Ops", "People's Ops"],
  ["careers_page", "Careers Page"],
  ["Sales\u00a0– EMEA", "sales - emea"],
  ["Ｄａｔａ", "data"],
  ["Ελλάς", "ΕΛΛΑΣ"],
  ["研究 開発", "研究　開発"]
])("%p and %p are the same", (one, other) => expect(comparable(one)).toBe(comparable(other)))

test.each([["R&D", "RD"], ["Sales", "Sales EMEA"], ["★", "☆"], ["C", "D"]])(
  "%p and %p are not",
  (one, other) => expect(comparable(one)).not.toBe(comparable(other))
)
