/** Keys of the console are those of a Latin layout, whatever layout the keyboard has. */
import { expect, test } from "bun:test"
import { keyOf } from "../src/parts/keyOf.ts"

test.each<readonly [string, string, string, boolean?]>([
  ["j", "j", "KeyJ"],
  ["j", "J", "KeyJ"],
  ["j", "J", "KeyJ", true],
  ["j", "о", "KeyJ"],
  ["j", "О", "KeyJ", true],
  ["k", "л", "KeyK"],
  ["z", "я", "KeyZ"],
  ["z", "ζ", "KeyZ"],
  ["x", "ס", "KeyX"],
  ["k", "ن", "KeyK"],
  ["k", "ㅏ", "KeyK"],
  ["k", "Process", "KeyK"],
  ["k", "Unidentified", "KeyK"],
  // Dvorak, QWERTZ and a Turkish layout are Latin.
  ["j", "j", "KeyC"],
  ["z", "z", "KeyY"],
  ["ı", "ı", "KeyI"],
  ["ö", "ö", "Semicolon"],
  ["/", "/", "Digit7", true],
  ["?", "?", "Minus", true],
  ["/", "ظ", "Slash"],
  ["?", "؟", "Slash", true],
  ["enter", "Enter", "Enter"],
  ["escape", "Escape", "Escape"]
])(
  "%p is pressed by %p on %p",
  (wanted, key, code, shiftKey = false) => expect(keyOf({ key, code, shiftKey })).toBe(wanted)
)
