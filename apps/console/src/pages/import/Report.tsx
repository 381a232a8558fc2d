/**
 * The result of checking an archive: the outcome of its rows, which people and members were matched, and what is wrong.
 */
import type { Import, ImportReport } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { saveFile } from "../../api/Files.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { type Marked, msg, t } from "../../language/text.tsx"
import { Button, Problem, useAction } from "../../parts/Action.tsx"
import { Show } from "../../parts/Page.tsx"
import { Part } from "../../parts/Part.tsx"
import { Table } from "../../parts/Table.tsx"
import { number } from "../../parts/Time.tsx"

/** The nouns with a line of their own; the others are counted together. */
const nounNames: Readonly<Record<string, Marked>> = {
  job: msg("Jobs"),
  candidate: msg("Candidates"),
  application: msg("Applications"),
  note: msg("Notes"),
  attachment: msg("Files"),
  message: msg("Emails"),
  interview: msg("Interviews"),
  member: msg("Members")
}

type Counts = Pick<ImportReport["nouns"][number], "different" | "new" | "taken" | "unchanged">

const added = (one: Counts, other: Counts): Counts => ({
  new: one.new + other.new,
  unchanged: one.unchanged + other.unchanged,
  different: one.different + other.different,
  taken: one.taken + other.taken
})

const nothing: Counts = { new: 0, unchanged: 0, different: 0, taken: 0 }

const rowsOf = (nouns: ImportReport["nouns"]): ReadonlyArray<readonly [name: string, counts: Counts]> => {
  const named = Object.entries(nounNames).flatMap(([noun, name]) => {
    const found = nouns.find((one) => one.noun === noun)
    return found === undefined ? [] : [[t(name), found] as const]
  })
  const others = nouns.filter(({ noun }) => nounNames[noun] === undefined)
  return others.length === 0 ? named : [...named, [t("Everything else"), others.reduce(added, nothing)]]
}

export const Report = ({ one }: { readonly one: Import }) => {
  const loaded = useLoaded(
    ["import", one.id, "report", one.state],
    async (signal) => (await candor.imports.report(one.id, { signal })).report
  )
  const save = useAction(async () => saveFile(await candor.imports.problems(one.id)))
  return (
    <Show of={loaded}>
      {({ nouns, problems, taken, taken_counted }) => (
        <>
          {problems.length === 0 ? null : (
            <Part
              title={one.failure === "touched" ? t("Changed since the import") : t("Problems")}
              side={<Button pending={save.pending} onClick={() => save.run()}>{t("Download problems")}</Button>}
            >
              <Problem text={save.error} />
              <Table
                rows={problems.map((problem, at) => ({ ...problem, at }))}
                keyOf={({ at }) => at}
                columns={[
                  [t("File"), ({ file }) => file],
                  [t("Line"), ({ line }) => line],
                  [t("Problem"), ({ field, message }) => field === "" ? message : `${field}: ${message}`]
                ]}
              />
            </Part>
          )}
          {nouns.length === 0 ? null : (
            <Part title={t("What is in the file")}>
              <Table
                rows={rowsOf(nouns)}
                keyOf={([name]) => name}
                columns={[
                  [t("Kind"), ([name]) => name],
                  [t("New"), ([, counts]) => number(counts.new)],
                  [t("Unchanged"), ([, counts]) => number(counts.unchanged)],
                  [t("Different here"), ([, counts]) => number(counts.different)],
                  [t("Same name or address"), ([, counts]) => number(counts.taken)]
                ]}
              />
              <p className="hint">{t("What is already here stays as it is.")}</p>
            </Part>
          )}
          {taken_counted === 0 ? null : (
            <Part title={t("Recognized")}>
              <p className="hint">
                {t(
                  "They have the same address or name as someone or something here. What the file says of them is added there."
                )}
              </p>
              <ul className="list">
                {taken.map(({ id, name }) => <li key={id} className="list-main">{name}</li>)}
              </ul>
            </Part>
          )}
        </>
      )}
    </Show>
  )
}
