// dprint-ignore-file
import { defaultNames } from "@candor/domain/job/Stage"
import { StageType, typesOf } from "@candor/domain/job/StageType"
import { expect, test } from "bun:test"

const guessed = (names: ReadonlyArray<string>) => typesOf(names.map((name) => ({ name })))

test.each<[StageType, ReadonlyArray<string>]>([
  ["applied", ["Applied", "Application Review", "New", "Inbox", "Neu", "Neue Bewerbungen", "Candidature", "Candidaturas", "応募", "投递", "Отклик"]],
  ["screen", ["Screening", "Phone Screen", "CV review", "Telefonat", "Présélection", "Preselección", "書類選考", "筛选", "Скрининг"]],
  ["interview", [
    "Interview", "1st Interview", "Technical interview", "Face to Face", "Vorstellungsgespräch", "Entretien RH", "ENTREVISTA", "Colloquio", "面接",
    "一次面接", "面试", "면접", "Собеседование", "مقابلة"
  ]],
  ["offer", ["Offer", "Offer sent", "Angebot", "Vertragsangebot", "Offre", "Oferta", "Proposta", "内定", "Оффер"]],
  ["hired", [
    "Hired", " HIRED ", "hired!", "Hired 🎉", "Eingestellt", "EINGESTELLT", "Embauché", "EMBAUCHÉE", "Embauche\u0301", "Embauché(e)",
    "Contratado", "Contratado/a", "Contratação", "Assunto", "Aangenomen", "Anställd", "Ansat", "Palkattu", "Zatrudniony", "Přijat",
    "Felvéve", "Angajat", "İşe alındı", "Принят", "Принят на работу", "Нанят", "Προσλήφθηκε", "התקבל", "تم التوظيف",
    "入社", "採用", "已录用", "已入职", "錄取", "입사", "채용", "Đã tuyển"
  ]]
])("a name says %s in many languages", (type, names) => {
  expect(names.map((name) => [name, guessed([name, name])[1]!])).toEqual(names.map((name) => [name, type]))
})

test.each(Object.entries(defaultNames))("the default stages in %s have one of each type, in order", (_, names) => {
  expect(guessed(names)).toEqual(StageType.literals)
})

test.each(["Not hired", "Hiring manager", "Hired elsewhere", "To be hired", "Nicht eingestellt", "Pre-hire check", "Fertig", "完了"])(
  "nothing else is taken for hired, nor by its position: %s",
  (name) => {
    expect(guessed(["Applied", "Interview", name])).not.toContain("hired")
    expect(guessed(["Interview", "Hired", name])[2]).not.toBe("hired")
  }
)

test.each([
  "Rejected", "REJECTED", "Rejected after interview", "Not hired", "Not selected", "Offer declined", "Withdrawn", "Archived", "Abgelehnt",
  "Absage", "Nicht eingestellt", "Refusé", "Refusée", "Rechazado", "Rejeitada", "Rifiutato", "Afgewezen", "Odrzucony", "Отказ", "不採用",
  "已拒绝", "불합격"
])("a stage in which people end who are not hired is none of an offer, wherever it stands: %s", (name) => {
  expect(guessed(["Applied", "Offer", "Hired", name])[3]).toBe("screen")
  expect(guessed(["Applied", "Offer", name])[2]).toBe("screen")
})

test("a name that says nothing has the type of the stage before; the first one is where people apply", () => {
  expect(guessed(["Alpha", "Beta", "Interview", "Case study", "Offer", "References", "Hired", "Onboarding"])).toEqual([
    "applied", "screen", "interview", "interview", "offer", "offer", "hired", "offer"
  ])
})

test("a type that is given is not guessed, and tells the next one", () => {
  expect(typesOf([{ name: "Hired", type: "applied" }, { name: "Alpha", type: "interview" }, { name: "Beta" }])).toEqual([
    "applied", "interview", "interview"
  ])
})
