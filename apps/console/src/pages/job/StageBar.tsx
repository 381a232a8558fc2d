/** A small bar of a job's active applications by stage. */
import type { JobOverview } from "@candor/client"

export const StageBar = ({ stages }: { readonly stages: JobOverview["stages"] }) => {
  const some = stages.filter(({ active_applications }) => active_applications > 0)
  if (some.length === 0) return <span className="stage-bar" aria-hidden="true" />
  const text = some.map(({ active_applications, name }) => `${name} · ${active_applications}`).join(", ")
  return (
    <span className="stage-bar" role="img" aria-label={text} title={text}>
      {stages.map(({ active_applications, id }, index) =>
        active_applications === 0 ?
          null :
          (
            <span
              key={id}
              style={{ flexGrow: active_applications, opacity: 0.35 + 0.65 * (index + 1) / stages.length }}
            />
          )
      )}
    </span>
  )
}
