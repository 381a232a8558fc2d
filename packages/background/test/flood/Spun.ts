/**
 * Machine-written applications: a few letters and résumés, each sentence in several wordings with synonyms, some left
 * out, in varying order, under varying names.
 */
import type { Choices } from "./Choices.ts"

/** Chooses one of the texts in each `{one|another}`, which can be nested. */
export const spin = (text: string, random: Choices): string => {
  let spun = text
  for (let before = ""; before !== spun;) {
    before = spun
    spun = spun.replace(/\{([^{}]*)\}/g, (_, choices: string) => random.pick(choices.split("|")))
  }
  return spun
}

/** The sentences of a letter, each with its possible wordings. */
type Letter = ReadonlyArray<ReadonlyArray<string>>

const letters: ReadonlyArray<Letter> = [
  [
    [
      "I am {excited|thrilled|delighted|very pleased} to apply for the {role|position|opening} at your {company|organization}.",
      "I am {writing|reaching out} to {express|convey} my {strong|keen|sincere} interest in the {role|position} at your {company|firm}.",
      "It is with {great|real|much} {enthusiasm|excitement} that I {submit|send} my application for this {role|position}."
    ],
    [
      "With {over|more than} {five|six|seven|eight} years of {hands-on|practical|proven} experience in {software|backend|platform} development, I bring a {robust|solid|strong} skill set.",
      "I bring {over|more than} {five|six|seven|eight} years of {professional|relevant} experience and a {proven|strong} track record of delivering {scalable|reliable|robust} solutions.",
      "My {background|career} of {over|more than} {five|six|seven|eight} years in {software|backend|platform} engineering has {equipped|prepared} me well for this {role|position}."
    ],
    [
      "In my {current|most recent|previous} role I {spearheaded|led|drove} the {migration|transition} of a monolithic {system|application} to microservices, {reducing|cutting|lowering} deployment time by {40|45|50|60} percent.",
      "Most recently I {spearheaded|led|headed} a {cross-functional|distributed} team of {five|six|eight} engineers and {improved|increased|raised} system performance by {30|35|40} percent.",
      "There I {designed|architected|built} a {scalable|resilient|robust} event-driven platform that {processes|handles} millions of {requests|transactions} a day."
    ],
    [
      "I am {passionate|enthusiastic} about {clean|maintainable|elegant} code, {continuous|ongoing} improvement and {mentoring|coaching} junior {developers|engineers}.",
      "I {thrive|excel} in {fast-paced|dynamic|agile} environments and {enjoy|love} collaborating with {diverse|cross-functional} teams.",
      "My {passion|enthusiasm} for {innovation|technology} and {continuous|lifelong} learning {drives|motivates} me every day."
    ],
    [
      "Your {commitment|dedication} to {innovation|excellence|quality} {resonates|aligns} {deeply|strongly|perfectly} with my own values.",
      "I {admire|appreciate} your company's {commitment|dedication} to {innovation|excellence} and would {love|be proud} to {contribute|be part}.",
      "What {attracts|draws} me to your {company|organization} is its {outstanding|excellent|stellar} reputation for {innovation|quality|excellence}."
    ],
    [
      "I am {confident|certain|convinced} that my {skills|abilities|expertise} make me an {ideal|excellent|outstanding} {candidate|fit} for this {role|position}.",
      "I am {confident|convinced} that I would be a {valuable|great} {asset|addition} to your {team|organization}."
    ],
    [
      "Thank you for {considering|reviewing} my application; I {look forward|am eager} to discussing how I can {contribute|add value}.",
      "I {would welcome|look forward to} the {opportunity|chance} to {discuss|explore} how my {skills|experience} can {benefit|help} your {team|company}."
    ]
  ],
  [
    [
      "Please {accept|consider} this letter as my {formal|official} application for the {advertised|open} {vacancy|position}.",
      "I {wish|would like} to be {considered|evaluated} for the {advertised|open|posted} {vacancy|position}."
    ],
    [
      "As a {results-driven|results-oriented|dedicated} professional I {consistently|regularly} {exceed|surpass} {targets|expectations} while {fostering|building} {strong|lasting} relationships with {clients|stakeholders}.",
      "I am a {results-driven|dedicated|highly motivated} professional with {excellent|outstanding|exceptional} {communication|interpersonal} skills and a {keen|sharp} eye for detail."
    ],
    [
      "I have {successfully|effectively} {managed|overseen|coordinated} {multiple|several|numerous} projects {simultaneously|in parallel}, {always|consistently} on time and within budget.",
      "Throughout my career I have {managed|led|overseen} {complex|multiple} projects from {inception|concept} to {completion|delivery}."
    ],
    [
      "My {ability|capacity} to {analyze|assess} {complex|difficult} problems and {develop|devise} {creative|innovative} solutions has {earned|won} me {recognition|praise} from {leadership|management}.",
      "{Leadership|Management} has {repeatedly|often} {recognized|praised} my {analytical|problem-solving} {skills|abilities} and my {strong|solid} work ethic."
    ],
    [
      "I am {proficient|skilled|well versed} in {modern|current|leading} tools and {quickly|readily} {adapt|adjust} to new {technologies|environments|challenges}.",
      "I {adapt|adjust} {quickly|easily} to new {challenges|environments} and {embrace|welcome} {change|feedback}."
    ],
    [
      "The {prospect|possibility} of {joining|working with} your {esteemed|renowned|respected} {company|organization} is {truly|genuinely} {exciting|inspiring}.",
      "{Joining|Working at} your {esteemed|respected} {company|organization} would be the {perfect|natural|ideal} next step in my career."
    ],
    [
      "I {am available|would be available} for an interview at your {earliest|} convenience and {look forward|am looking forward} to {hearing|your reply} from you.",
      "I would be {grateful|thankful} for the {opportunity|chance} to {speak|meet} with you in {person|an interview}."
    ]
  ],
  [
    [
      "When I {came across|discovered|saw} your {posting|job ad|listing}, I {immediately|instantly} knew it {matched|fit} my {background|profile}.",
      "Your {posting|job ad|listing} {immediately|instantly} {caught|captured} my {attention|interest}."
    ],
    [
      "Over the past {five|six|seven} years I have {honed|sharpened|refined} my {expertise|skills} in {cloud|distributed|data} systems, {automation|tooling} and {observability|reliability}.",
      "For {five|six|seven} years I have {honed|refined} a {deep|thorough} {understanding|knowledge} of {cloud|distributed|data} systems."
    ],
    [
      "At my {last|former|present} {employer|company} I {implemented|introduced|rolled out} pipelines that {slashed|cut|reduced} release cycles from {weeks|days} to {hours|minutes}.",
      "I {implemented|introduced} {automated|continuous} testing which {reduced|cut} {production|critical} incidents by {half|a third|two thirds}."
    ],
    [
      "Colleagues {describe|know} me as a {proactive|reliable|supportive} team player who {leads|acts} by example and {communicates|listens} {clearly|openly}.",
      "I {pride|consider} myself {on being|to be} a {proactive|collaborative} team player with a {growth|can-do} mindset."
    ],
    [
      "I am {particularly|especially} {drawn|attracted} to your {mission|vision} and the {impact|difference} that your {products|services} {make|have}.",
      "Your {mission|vision} and {culture|values} {strongly|deeply} {appeal|speak} to me."
    ],
    [
      "I am {eager|keen|ready} to {leverage|apply|bring} my {experience|expertise} to help your {team|company} {achieve|reach} its {ambitious|strategic} goals.",
      "I would {love|like} to {leverage|use} my {experience|talents} to {drive|accelerate} your {growth|success}."
    ],
    [
      "Thank you {very much|sincerely} for your time and {consideration|attention}.",
      "I {appreciate|value} your time and {consideration|attention} and {hope|look forward} to {connect|speak} soon."
    ]
  ]
]

const resumes: ReadonlyArray<Letter> = [
  [
    ["{PROFESSIONAL SUMMARY|SUMMARY|PROFILE}\n{Results-driven|Results-oriented|Dynamic} software engineer with {5|6|7|8} years of experience in {scalable|distributed} systems."],
    ["{Designed|Architected|Built} {scalable|resilient} microservices in {Java|Go|Kotlin} {serving|handling} {millions of|high} {requests|traffic} daily."],
    ["{Reduced|Cut|Lowered} infrastructure {costs|spending} by {25|30|35} percent through {automation|rightsizing|optimization}."],
    ["{Mentored|Coached|Guided} {four|five|six} junior {engineers|developers} and {established|introduced} code review {standards|guidelines}."],
    ["{Implemented|Introduced|Set up} {continuous integration|CI/CD pipelines} with {Jenkins|GitLab|GitHub Actions} and {Kubernetes|Docker}."],
    ["{Collaborated|Worked closely} with {product|cross-functional} {managers|teams} to {deliver|ship} {features|releases} on schedule."],
    ["{Optimized|Tuned|Improved} {PostgreSQL|MySQL} queries, {improving|raising} response times by {40|45|55} percent."],
    ["EDUCATION\n{Bachelor|Master} of Science in Computer Science, {graduated|completed} with {honors|distinction}."],
    ["SKILLS\nJava, Go, Kubernetes, Docker, {PostgreSQL|MySQL}, {Kafka|RabbitMQ}, {AWS|Azure|GCP}, {Terraform|Ansible}, Git, Agile."]
  ],
  [
    ["{CAREER OBJECTIVE|OBJECTIVE}\n{Seeking|Looking for} a {challenging|rewarding} position where I can {utilize|apply} my {skills|abilities} for mutual growth."],
    ["{Managed|Administered|Oversaw} {key|strategic} accounts with a {combined|total} value of {two|three|four} million."],
    ["{Increased|Grew|Boosted} {customer|client} retention by {15|20|25} percent through {proactive|regular} outreach."],
    ["{Prepared|Compiled|Produced} {weekly|monthly} reports and {dashboards|presentations} for {senior|executive} management."],
    ["{Coordinated|Organized} {trainings|workshops} for {new|incoming} {employees|team members} and {documented|standardized} processes."],
    ["{Streamlined|Simplified|Improved} {internal|operational} workflows, {saving|freeing} {ten|twelve|fifteen} hours each week."],
    ["{Negotiated|Renegotiated} contracts with {vendors|suppliers}, {resulting in|leading to} {savings|reductions} of {10|12|15} percent."],
    ["LANGUAGES\nEnglish ({fluent|native}), Spanish ({basic|intermediate}), German ({basic|intermediate})."],
    ["HOBBIES\nReading, {travelling|traveling}, {photography|cooking}, volunteering and {football|tennis}."]
  ]
]

/** Returns a text of most of the sentences, each in one of its wordings, in random order. */
const written = (sentences: Letter, random: Choices, joint: string): string => {
  const left = random.integer(0, sentences.length - 1)
  const chosen = sentences.filter((_, at) => at !== left || random.chance(40)).map((wordings) =>
    spin(random.pick(wordings), random)
  )
  const [first = "", ...others] = chosen
  return [first, ...random.shuffled(others)].join(joint)
}

/** Returns one submission: one of `count` letters, a résumé, or both. */
export const spunTexts = (random: Choices, count = letters.length) => {
  const hasLetter = random.chance(85)
  return {
    cover_letter: hasLetter ? written(random.pick(letters.slice(0, count)), random, " ") : null,
    resume: !hasLetter || random.chance(50) ? written(random.pick(resumes.slice(0, count)), random, "\n") : null
  }
}
