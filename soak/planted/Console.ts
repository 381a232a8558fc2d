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
    file: "apps/console/src/api/Transport.ts",
    find: "isSignIn(address) ? null : apiKey.get()",
    replace: "apiKey.get()",
    tests: ["apps/console/test/settings.test.ts"],
    pattern: "a link signs its member in",
    needs: "chromium"
  },
  {
    breaks: "console",
    says: "The activity begins again at its first event when the stream breaks off",
    file: "apps/console/src/api/followEvents.ts",
    find: "    from = { \"Last-Event-ID\": cursor }\n",
    replace: "",
    tests: ["apps/console/test/followEvents.test.ts"],
    pattern: "a stream that breaks off is continued"
  },
  {
    breaks: "console",
    says: "Any site can put the console into a frame",
    file: "apps/api/src/open/Console.ts",
    find: "  \"frame-ancestors 'none'\",\n",
    replace: "",
    tests: ["apps/console/test/pages.test.ts"],
    pattern: "every address below /console"
  }
]
