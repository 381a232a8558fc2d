/** Faults of the console, which tests in a browser notice. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "console",
    says: "A card stays in the stage to which the server did not move it",
    file: "apps/console/src/pages/job/Board.tsx",
    find: "      columns.replace((before) => moved(before, card, card.stage_id))\n",
    replace: "",
    tests: ["apps/console/test/desk.test.ts"],
    pattern: "a move that the server refuses is taken back",
    needs: "chromium"
  },
  {
    breaks: "console",
    says: "A card that is moved by the keyboard loses the focus",
    file: "apps/console/src/pages/job/Board.tsx",
    find: "    focused.current = card.id\n",
    replace: "",
    tests: ["apps/console/test/desk.test.ts"],
    pattern: "Shift with an arrow key moves a card",
    needs: "chromium"
  },
  {
    breaks: "console",
    says: "Fields have no labels",
    file: "apps/console/src/parts/Fields.tsx",
    find: "<label htmlFor={id}>{label}</label>",
    replace: "<span>{label}</span>",
    tests: ["apps/console/test/pages.test.ts"],
    pattern: "axe finds nothing on the sign-in",
    needs: "chromium"
  },
  {
    breaks: "console",
    says: "Signing out leaves the key in the tab",
    file: "apps/console/src/session/Session.ts",
    find: "if (byKey) return apiKey.clear()",
    replace: "if (byKey) return",
    tests: ["apps/console/test/settings.test.ts"],
    pattern: "signing out forgets the key",
    needs: "chromium"
  },
  {
    breaks: "console",
    says: "A key that ended is sent along with a password, which the server refuses",
    file: "apps/console/src/api/SignInRoutes.ts",
    find: "  headers.set(...consoleHeader)\n",
    replace: "  headers.set(...consoleHeader)\n  headers.set(\"Authorization\", `Bearer ${sessionStorage.getItem(\"candor.key\")}`)\n",
    tests: ["apps/console/test/settings.test.ts"],
    pattern: "a link signs its member in",
    needs: "chromium"
  },
  {
    breaks: "console",
    says: "A password manager is not told whose password is chosen",
    file: "apps/console/src/pages/FirstPassword.tsx",
    find: "autoComplete=\"username\" value",
    replace: "value",
    tests: ["apps/console/test/signin.test.ts"],
    pattern: "the link of the first start",
    needs: "chromium"
  },
  {
    breaks: "console",
    says: "The token of a link stays in the address bar",
    file: "apps/console/src/pages/FirstPassword.tsx",
    find: "useEffect(() => history.replaceState(null, \"\", location.pathname), [])",
    replace: "useEffect(() => undefined, [])",
    tests: ["apps/console/test/signin.test.ts"],
    pattern: "the link of the first start",
    needs: "chromium"
  },
  {
    breaks: "console",
    says: "Whoever is refused at the sign-in is told nothing",
    file: "apps/console/src/parts/Action.tsx",
    find: "text === undefined ? null : <p className=\"problem\"",
    replace: "text !== \"\" ? null : <p className=\"problem\"",
    tests: ["apps/console/test/signin.test.ts"],
    pattern: "after ten wrong passwords",
    needs: "chromium"
  },
  {
    breaks: "console",
    says: "A person is not told that a change may have been made without an answer",
    file: "apps/console/src/api/failures.ts",
    find: "\" Your change was not confirmed.\"",
    replace: "\"\"",
    tests: ["apps/console/test/settings.test.ts"],
    pattern: "where no answer comes",
    needs: "chromium"
  },
  {
    breaks: "console",
    says: "Any site can put the console into a frame",
    file: "apps/api/src/open/Console.ts",
    find: "  \"frame-ancestors 'none'\",\n",
    replace: "",
    tests: ["apps/console/test/pages.test.ts"],
    pattern: "every address below /console"
  },
  {
    breaks: "openRoutes",
    says: "Each of 200 clients that never read has a copy of the console's script made",
    file: "apps/api/src/open/Console.ts",
    find: "new Map(await Promise.all(names.map(async (name) => [name, await asset(assets, name)] as const)))",
    replace: "new Map(names.map((name) => [name, Effect.flatten(Effect.promise(() => asset(assets, name)))] as const))",
    tests: ["apps/api/test/unread.test.ts"],
    pattern: "200 connections that pipeline 20 requests each"
  }
]
