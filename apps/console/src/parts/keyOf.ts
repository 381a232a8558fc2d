/** Which key was pressed, on any layout of the keyboard. */

type Pressed = Pick<KeyboardEvent, "code" | "key" | "shiftKey">

/** Keys with signs that layouts of other scripts have letters or signs of their own on. */
const signs: Readonly<Record<string, readonly [plain: string, shifted: string]>> = { Slash: ["/", "?"] }

/** A letter of another script than Latin, or what an input method makes of a press. */
const isForeign = (key: string): boolean =>
  [...key].length === 1
    ? /[^\p{Script=Latin}\p{ASCII}]/u.test(key)
    : key === "Process" || key === "Unidentified" || key === "Dead"

/**
 * Returns the letter, with Caps Lock too, the sign or the name of a key, in lower case. On a layout of another script
 * it is what a Latin keyboard has there: `j` for `о` of a Russian one. A Latin layout of any order keeps its own
 * letters.
 */
export const keyOf = ({ code, key, shiftKey }: Pressed): string => {
  const meant = isForeign(key) ? /^Key([A-Z])$/.exec(code)?.[1] ?? signs[code]?.[shiftKey ? 1 : 0] : undefined
  return (meant ?? key).toLowerCase()
}
