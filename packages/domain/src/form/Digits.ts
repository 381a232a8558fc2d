/** Digits of all scripts, as people type them. */

/** The zeros of scripts with digits of their own: the other nine follow each. */
const zeros = [
  0x660,
  0x6f0,
  0x7c0,
  0x966,
  0x9e6,
  0xa66,
  0xae6,
  0xb66,
  0xbe6,
  0xc66,
  0xce6,
  0xd66,
  0xde6,
  0xe50,
  0xed0,
  0xf20,
  0x1040,
  0x1090,
  0x17e0,
  0x1810
]

/** Converts digits of any script and width to ASCII, and all kinds of spaces and minus signs to one. */
export const inAscii = (text: string): string =>
  text.normalize("NFKC")
    .replace(/[^\P{Nd}0-9]/gu, (digit) => {
      const zero = zeros.find((zero) => digit.codePointAt(0)! >= zero && digit.codePointAt(0)! < zero + 10)
      return zero === undefined ? digit : String(digit.codePointAt(0)! - zero)
    })
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\s\p{Cf}]+/gu, " ")
    .trim()
