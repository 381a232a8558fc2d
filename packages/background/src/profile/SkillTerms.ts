// dprint-ignore-file
/** Skill terms and languages that the rules find: words with one meaning in every context. */

export const skills: ReadonlyArray<string> = [
  "TypeScript", "JavaScript", "Python", "Java", "Kotlin", "Scala", "C++", "C#", "Golang", "Haskell", "OCaml", "Elixir",
  "Erlang", "Ruby", "PHP", "SQL", "PostgreSQL", "MySQL", "SQLite", "MongoDB", "Redis", "Kafka", "RabbitMQ",
  "Kubernetes", "Docker", "Terraform", "Ansible", "AWS", "Azure", "GCP", "Linux", "Node.js", "Bun", "Deno", "React",
  "Vue", "Svelte", "Angular", "GraphQL", "gRPC", "LLVM", "WebAssembly", "TensorFlow", "PyTorch", "Spark", "Airflow",
  "dbt", "Figma", "Photoshop", "Salesforce", "HubSpot", "Excel", "Scrum", "Kanban", "Jira", "SEO", "accounting",
  "bookkeeping", "payroll", "copywriting", "machine learning", "data analysis", "project management", "compilers",
  "distributed systems", "type theory"
]

export const languages: ReadonlyArray<string> = [
  "Arabic", "Bengali", "Chinese", "Czech", "Danish", "Dutch", "English", "Finnish", "French", "German", "Greek",
  "Hebrew", "Hindi", "Hungarian", "Italian", "Japanese", "Korean", "Mandarin", "Norwegian", "Polish", "Portuguese",
  "Romanian", "Russian", "Spanish", "Swedish", "Turkish", "Ukrainian", "Vietnamese"
]
