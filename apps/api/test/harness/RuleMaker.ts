/** Creates a rule for automatic emails with a template of its own. */
import type { JsonObject } from "./Client.ts"

type Create = <Body>(path: string, body: JsonObject, key?: string) => Promise<Body>

export const ruled = async (create: Create, admin: string): Promise<string> => {
  const name = crypto.randomUUID()
  const { mail_template } = await create<{ mail_template: { id: string } }>("/mail-templates", {
    name,
    subject: "Hello",
    body: "Dear you"
  })
  const rule = { name, trigger: "moved", template_id: mail_template.id }
  return (await create<{ mail_rule: { id: string } }>("/mail-rules", rule, admin)).mail_rule.id
}
