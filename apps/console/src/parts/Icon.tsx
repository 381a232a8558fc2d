/** Icons of 20 by 20 units, drawn in lines. They say nothing to a screen reader: the text beside them does. */
const paths = {
  activity: "M2.5 10.5h3.5l2.5-6 3.5 11 2.5-5h3",
  back: "M12 4.5 6.5 10l5.5 5.5",
  calendar: "M3.500 5h13v11.500h-13zM3.500 8.500h13M7 3v3.500M13 3v3.500",
  candidates: "M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 16.5c0-3 2.5-4.5 6-4.5s6 1.500 6 4.500",
  careers: "M3 3.500h14v13H3zM3 7h14M6 10.500h5M6 13.500h8",
  check: "m4 10.500 4 4 8-9",
  close: "m5 5 10 10M15 5 5 15",
  copy: "M7.500 7.500h8v8h-8zM4.500 12.500v-8h8",
  down: "m5 7.500 5 5 5-5",
  download: "M10 3.500v9m-4-3.500 4 4 4-4M4 16.500h12",
  grip: "M7.500 5h.01M7.500 10h.01M7.500 15h.01M12.500 5h.01M12.500 10h.01M12.500 15h.01",
  expand: "M11.500 3.500h5v5M16.500 3.500l-6 6M8.500 16.500h-5v-5M3.500 16.500l6-6",
  jobs: "M3 6.500h14v9.500H3zM7 6.500V4h6v2.500M3 11h14",
  key: "M12.500 11a3.500 3.500 0 1 0-3.300-2.300L3.500 14.400V16.500H6v-2h2v-2l1.200-1.200A3.500 3.500 0 0 0 12.500 11Z",
  lock: "M5 9h10v7.500H5zM7 9V6.500a3 3 0 0 1 6 0V9",
  mail: "M3 5h14v10.500H3zM3 5.500l7 5.500 7-5.500",
  members: "M7.500 9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM2.500 16c0-2.500 2-4 5-4s5 1.500 5 4M13 4.200a2.500 2.500 0 0 1 0 4.600M14.500 12.300c2 .4 3 1.700 3 3.700",
  menu: "M3 5.500h14M3 10h14M3 14.500h14",
  more: "M5 10h.01M10 10h.01M15 10h.01",
  move: "M3.500 10h13M12.500 6l4 4-4 4M7.500 6l-4 4 4 4",
  organization: "M4 16.500v-13h8v13M12 8h4v8.500M2.500 16.500h15M7 7h2M7 10h2M7 13h2",
  plus: "M10 4v12M4 10h12",
  quarantine: "M10 3l6 2v5c0 3.500-2.500 6-6 7-3.500-1-6-3.500-6-7V5zM10 7v3.500M10 13v.01",
  search: "M9 14.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11ZM13 13l4 4",
  signOut: "M8 3.500H4v13h4M12.500 6.500 16 10l-3.500 3.500M16 10H7.500",
  sourcing: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM12.800 7.200 11.400 11.400 7.200 12.800l1.400-4.200z",
  star: "m10 3 2.100 4.600 5 .6-3.700 3.400 1 4.900L10 14l-4.400 2.500 1-4.900L2.900 8.200l5-.6z",
  tree: "M7.500 3.500h5v4h-5zM3 12.500h5v4H3zM12 12.500h5v4h-5zM10 7.500V10M5.500 12.500V10h9v2.500",
  up: "m5 12.500 5-5 5 5",
  template: "M5 3.500h10v13H5zM7.500 7h5M7.500 10h5M7.500 13h3",
  waiting: "M3 11.5 5.500 4.500h9l2.500 7v4.500H3zM3 11.500h4l1 2h4l1-2h4",
  warning: "M10 3.500 17.500 16.500h-15zM10 8.500v3.500M10 14.300v.01",
  webhook: "M6.500 9.500 9 5.200a2.300 2.300 0 1 1 2.500 1.300M6 13.500a2.300 2.300 0 1 1 1-3.600M8.300 13.500h5a2.300 2.300 0 1 0-.6-2.300"
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d={paths[name]} /></svg>
)
