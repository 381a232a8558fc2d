/** The nouns without rules of their own whose rows form a tree. */
import { plainNouns } from "@candor/domain/nouns"

export const treeNouns = plainNouns.filter(({ resource: { noun } }) => "parent_id" in noun.fields)
