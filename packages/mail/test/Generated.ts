/** Compares what is read from generated mails with their content. */
import { damaged, generatedMail } from "./GeneratedMails.ts"
import { readMail } from "./RawMails.ts"

const note = "[This mail could not be read to its end."

const base64 = (word: string): ReadonlyArray<string> =>
  [0, 1, 2].map((shift) => Buffer.from(" ".repeat(shift) + word).toString("base64").slice(shift === 0 ? 0 : 4, -4))

/** Returns whether a text has a word, or its base64 form: if the encoding is not understood, the text stays encoded. */
const has = (text: string, word: string): boolean =>
  text.includes(word) || base64(word).some((encoded) => text.includes(encoded))

/** Returns the words of a generated mail that were lost, and other errors of reading it. */
export const lossesOf = async (seed: number): Promise<ReadonlyArray<string>> => {
  const { bytes, words } = generatedMail(seed)
  const { body, files, html, key } = await readMail(bytes, { pieces: 1 + seed % 300 })
  const kept = [body, html ?? "", ...files.map(({ bytes }) => bytes.toString())].join("\n")
  const mail = files.find(({ name }) => name === "mail.eml")
  return [
    ...words.filter((word) => mail === undefined && !has(kept, word)).map((word) => `${seed}: ${word} is lost`),
    ...(mail === undefined) === body.includes(note) ? [`${seed}: a mail that is kept whole is told, and no other`] : [],
    ...mail === undefined || mail.bytes.equals(bytes) ? [] : [`${seed}: the mail is not kept whole`],
    ...await readMail(bytes).then((again) => again.key === key ? [] : [`${seed}: read again, it has another key`])
  ]
}

/** Returns the errors of reading a generated mail that was damaged in transit. */
export const lossesOfDamaged = async (seed: number): Promise<ReadonlyArray<string>> => {
  const bytes = damaged(generatedMail(seed).bytes, seed)
  const { body, files, html, sender, subject } = await readMail(bytes, { pieces: 1 + seed % 300 })
  const mail = files.find(({ name }) => name === "mail.eml")
  const isTold = body.includes(note)
  const isEmpty = body === "" && html === null && files.length === 0 && subject === "" && sender.email === ""
  return [
    ...isTold === (mail !== undefined) && (mail === undefined || mail.bytes.equals(bytes))
      ? []
      : [`${seed}: it is not kept whole, or not told`],
    ...isEmpty && /word[\da-f]{12} of/.test(bytes.toString("latin1")) ? [`${seed}: nothing is kept of it`] : []
  ]
}

/** Runs a check for `count` seeds from the first on. */
export const lossesFrom = async (first: number, count: number): Promise<ReadonlyArray<string>> => {
  const losses: Array<string> = []
  for (let seed = first; seed < first + count; seed++)
    losses.push(...await lossesOf(seed), ...await lossesOfDamaged(seed))
  return losses
}
