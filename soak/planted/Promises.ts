/** The promises that planted faults break. Each has at least one fault. */
export const promises = {
  // Nothing that one client does may take the service from the others.
  lists: "Lists without pages have limits, and an organization with slow statements leaves connections to the others",
  openRoutes: "Clients without a key, and clients that never read, cost a bounded amount of memory",
  connections: "Nobody behind a proxy gets another client's answer",
  webhookRows: "An organization has a limited number of webhooks, and a removed one leaves nothing",
  boundedAnswers: "An answer of a model's or an enrichment's endpoint is read up to a bound",
  streams: "A key has a limited number of streams, and one look-up watches all their keys",
  guessing: "An address that guesses keys does not reach the database",
  // Of requests at once, none is carried out twice.
  prospects: "A search has each address once, and a prospect becomes one candidate with one application",
  // Nothing is open that should be shut.
  dataFiles: "The embedded database's files can be read by their owner alone",
  longPolls: "A request that waits for events ends when its key is revoked",
  members: "A key follows the role and the status of its member at once, and an organization keeps an active admin",
  signingIn: "Nobody signs in by another one's link, guess or browser, and a session ends with what it was opened by",
  merges: "A merge of candidates loses nothing, its undo restores every row, and who was merged goes with the survivor",
  people: "A deleted or anonymised person leaves nothing, and a profile that nobody wants any more is not processed",
  texts: "The text of a file is read by a process that is bounded, and whatever a file does, the work goes on",
  retention: "A retention rule anonymises those whom it selects when their turn comes, and nobody else",
  search: "A search finds what its filters select, marks it and pages through it, and reads a bounded part of what has its words",
  files: "A file and its row never come apart, and a file is what its content says",
  exports: "An export has all that is kept of a person, with files, and is whole or breaks off",
  exposure: "No answer, log line or message shows what it should not",
  // What a newcomer meets.
  tools: "A tool changes nothing but by the confirmation of its own dry run, and shows nothing that its key may not see",
  console: "The console shows what is so, is used by the keyboard as well, and keeps nothing of who left",
  referencePage: "The page /docs can send a request, asks no other host, and is accessible",
  backgroundWork: "A server does background work, and reports work that nobody does",
  guarantees: "Each line of docs/guarantees.md runs as it stands in a fresh clone",
  settings: "A start names every wrong setting, and answers --help and --version",
  documents: "README.md and docs/architecture.md are true",
  commands: "The command line says what it does, asks before it erases, and works while a server runs",
  observability: "Metrics are in seconds, and each field of a log line has one type",
  documented: "What goes over the wire in a test is as the OpenAPI document says",
  openApi: "The OpenAPI document describes all that it names, with valid examples, and says nothing twice",
  lifecycle: "A closed application is only reopened, and each change has its event and its entry in the history",
  filters: "Every combination of filters of applications is found in an index of its order",
  client: "The client repeats only what is safe, hands out each event once, and takes no forged webhook",
  // A client that is not sure.
  repeats: "A request that is repeated with its idempotency key has its effect once, and the same answer",
  dryRuns: "A dry run changes nothing",
  preconditions: "A write with If-Match changes only the state that the client knows",
  // What happens when a part fails.
  lockedRows: "A locked row holds up its own organization alone",
  silentSessions: "A connection that goes silent is replaced, and a process whose work has stalled is not ready",
  sequencing: "Readers share one sequencing and one read",
  feedPages: "A page of events is about 1 MiB at most",
  clock: "The rate limit counts by the database's clock, and the use of a key is kept by its hours",
  readOnly: "Over a database that takes no writes, reads go on and writes are 503",
  migrations: "Migrations have no time limit, and keep nobody out for longer than a second",
  fullDisk: "The embedded database reports a full disk, and opens again",
  horizon: "Sequencing reports its lag, and does not wait for another database's transactions",
  receivers: "Receivers that hang hold up nobody else's deliveries",
  auditLog: "The audit log is found intact where it is, also while it grows",
  backups: "A backup has what was acknowledged and its files, and a damaged one is refused",
  proxy: "The proxy keeps metrics and readiness from the network",
  containers: "An upgrade of the compose file waits until a server is ready, and an image has the sources alone",
  stopping: "A server that stops is not ready first, and closes connections in order",
  starting: "A server waits for its database, runs at its own isolation level, and marks a restored feed"
} as const

export type PromiseName = keyof typeof promises
