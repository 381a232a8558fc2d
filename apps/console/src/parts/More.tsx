/** The button below a list that has another page. */
import { Button, Problem, useAction } from "./Action.tsx"

export const More = ({ hasMore, more }: { readonly hasMore: boolean; readonly more: () => Promise<void> }) => {
  const action = useAction(more)
  return hasMore
    ? (
      <div className="more">
        <Button pending={action.pending} onClick={() => action.run()}>Show more</Button>
        <Problem text={action.error} />
      </div>
    )
    : null
}
