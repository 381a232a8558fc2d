/** The console sends only changed fields: somebody else may have changed the others since the form opened. */
import { code, file, isCode, lineAt, type Rule, type SourceFile, type Violation } from "./Rule.ts"

const inConsole = /^apps\/console\/src\//

/** Matches calls of operations that change or replace a resource, up to their arguments. */
const call = /\b(?:candor\.\w+|operations)\.(?:update\w*|put)\(/g

/** Returns the text up to the bracket that closes the one before it. */
const upToEnd = (text: string): string => {
  let depth = 1
  for (const [at, sign] of [...text].entries()) {
    if ("([{".includes(sign)) depth++
    if (")]}".includes(sign)) depth--
    if (depth === 0) return text.slice(0, at)
  }
  return text
}

/** Matches a single chosen field: it is not read from a form with further fields. */
const oneChosen = /\{\s*\w+(?:\s*:\s*[^(),]+)?\s*\}\s*$/

/** Matches the undo of a notice, up to its end. */
const taken = /\bundo: /g

/** Matches the expected value of a change: somebody else may have changed it since. */
const expectation = /\bfrom_\w+\b|\bifMatch\b/

const isNarrow = (source: string, given: string): boolean =>
  /\bchangesOf\(/.test(given) || expectation.test(given) || oneChosen.test(given) ||
  [...given.matchAll(/\b[a-z]\w*\b/g)].some(([name]) =>
    new RegExp(String.raw`\bconst ${name} = changesOf\(`).test(source)
  )

/** Returns the undos without an expected value, in a file that changes resources. */
const blind = ({ path, text }: SourceFile): ReadonlyArray<Violation> => {
  const source = code(text)
  if (source.search(/\bcandor\.\w+\.(?:update\w*|put)\(/) === -1) return []
  return [...source.matchAll(taken)].flatMap((match) =>
    expectation.test(upToEnd(source.slice(match.index)))
      ? []
      : [{
        path,
        line: lineAt(source, match.index),
        message: "undo: … without `ifMatch` or a `from_…` field takes back what others have changed"
      }]
  )
}

const wide = ({ path, text }: SourceFile): ReadonlyArray<Violation> => {
  const source = code(text)
  return [...source.matchAll(call)].flatMap((match) => {
    const given = upToEnd(source.slice(match.index + match[0].length))
    if (isNarrow(source, given)) return []
    return [{
      path,
      line: lineAt(source, match.index),
      message: `${match[0]}…): give it \`changesOf\`, or \`ifMatch\``
    }]
  })
}

export const updates: Rule = {
  name: "the console sends what was changed, or an entity tag",
  why: "a form that sends all of its fields takes back what others have changed since it opened",
  check: (files) =>
    files.flatMap((source) => inConsole.test(source.path) && isCode(source) ? [...wide(source), ...blind(source)] : []),
  planted: [
    {
      files: [
        file(
          "apps/console/src/pages/Members.tsx",
          "await candor.members.update(id, { full_name: textOf(form, `name`), role: roleOf(form) })"
        )
      ],
      says: "candor.members.update(…): give it"
    },
    {
      files: [
        file(
          "apps/console/src/pages/Organization.tsx",
          `await candor.organizations.update({ name: textOf(form, "name") })`
        )
      ],
      says: "candor.organizations.update("
    },
    {
      files: [
        file(
          "apps/console/src/pages/mail/MailAccountPage.tsx",
          "await candor.mailAccounts.put({ sender_name, imap: null })"
        )
      ],
      says: "candor.mailAccounts.put("
    },
    {
      files: [
        file(
          "apps/console/src/pages/job/stageRows.ts",
          "const patch = { name, type }\nawait candor.jobs.updateStage(job, id, patch)"
        )
      ],
      says: ":2 candor.jobs.updateStage("
    },
    {
      files: [
        file(
          "apps/console/src/pages/job/TeamOfJob.tsx",
          "const put = () => candor.teamMembers.put(job, id, { role })\ntell(gone, { undo: () => put() })"
        )
      ],
      says: ":2 undo: …"
    },
    {
      files: [
        file(
          "apps/console/src/pages/application/Notes.tsx",
          `owner.operations.update(owner.id, note.id, { note, visibility })`
        )
      ],
      says: "operations.update("
    }
  ]
}
