import { firstName } from "@candor/domain/candidate/FirstName"
import { describe, expect, test } from "bun:test"

describe("The first name", () => {
  test.each([
    ["Ada Lovelace", "Ada"],
    ["Ada", "Ada"],
    ["Lovelace, Ada", "Ada"],
    ["Lovelace,Ada", "Ada"],
    ["Lovelace, Ada M.", "Ada"],
    ["Lovelace, Dr. Ada", "Ada"],
    ["Lovelace, Ada, PhD", "Ada"],
    ["Lovelace, Jr., Ada", "Ada"],
    ["van der Berg, Ada", "Ada"],
    ["Ada Lovelace, PhD", "Ada"],
    ["Ada Lovelace, Ph.D., M.B.A.", "Ada"],
    ["Ada Lovelace, Dr.", "Ada"],
    ["Ada Lovelace (she/her)", "Ada"],
    ["  Ada   Lovelace ", "Ada"],
    ["Dr. Ada Lovelace", "Ada"],
    ["Dr Ada Lovelace", "Ada"],
    ["DR. ADA LOVELACE", "ADA"],
    ["Prof. Dr. Ada Lovelace", "Ada"],
    ["Prof.Dr. Ada Lovelace", "Ada"],
    ["Dr. rer. nat. Ada Lovelace", "Ada"],
    ["Prof. Dr. med. Dr. h.c. Ada Lovelace", "Ada"],
    ["Dr.-Ing. Max Muster", "Max"],
    ["Dipl.-Ing. (FH) Max Muster", "Max"],
    ["Dr.Ada Lovelace", "Ada"],
    ["M.Sc. Ada Lovelace", "Ada"],
    ["The Hon. Ada Lovelace", "Ada"],
    ["Sra. Ada López", "Ada"],
    ["Prof. em. Dr. sc. techn. Ada Lovelace", "Ada"],
    ["Mr. Max Muster Jr.", "Max"],
    ["Ma Long", "Ma"],
    ["Herr Max Muster", "Max"],
    ["Herr Dr. Max Muster", "Max"],
    ["Frau Anne-Marie Muster", "Anne-Marie"],
    ["Mrs Ada Lovelace", "Ada"],
    ["Mx. Ada Lovelace", "Ada"],
    ["Madame Marie Curie", "Marie"],
    ["LOVELACE Ada", "Ada"],
    ["Ada LOVELACE", "Ada"],
    ["DE LA CRUZ María", "María"],
    ["Jean-Luc Picard", "Jean-Luc"],
    ["D'Arcy Wentworth Thompson", "D'Arcy"],
    ["Bo Diddley", "Bo"],
    ["Анна Каренина", "Анна"],
    ["Ngọc Trinh", "Ngọc"]
  ])("of %p is %p", (full, first) => {
    expect(firstName(full)).toBe(first)
  })

  test.each([
    "J. R. R. Tolkien", "J.R.R. Tolkien", "J Tolkien", "JRR Tolkien", "Tolkien, J. R. R.", "Chr. Andersen", "Dr. J. Tolkien", "Herr Muster", "Dr. Lovelace",
    "Mrs. Lovelace", "Lovelace, Dr.", "Dr.", "van der Berg Ada", "山田 太郎", "김민수", "Ada & Max Muster", "Ada and Max Muster", "ada@example.com", "\"Ada\" Lovelace",
    "Lovelace, Ada, Countess", "Herr von Goethe", "J.Robert Oppenheimer", "Herr", "Ms. J Smith", "Acme, Inc.", "", "2Pac Shakur"
  ])("of %p is not known: it is the whole name", (full) => {
    expect(firstName(full)).toBe(full)
  })
})
