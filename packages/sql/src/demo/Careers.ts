/** Work experience of the demo's people, by the kinds of work in Trades.ts: sentences of their résumés. */

/** The titles of a career, in order, and sentences about the work. `{n}` becomes a number of two digits. */
export interface Career {
  readonly titles: readonly [string, string, string]
  readonly degree: string
  readonly done: ReadonlyArray<string>
}

export const careers: Readonly<Record<string, Career>> = {
  "software engineer": {
    titles: ["Junior Software Engineer", "Software Engineer", "Senior Software Engineer"],
    degree: "BSc Computer Science",
    done: [
      "Moved order intake from a nightly batch to a stream of events; orders reach the warehouse {n} minutes earlier.",
      "Split a monolith’s billing part into a service of its own, without a day of downtime.",
      "Cut the 95th percentile of the search endpoint from 900 ms to {n} ms with two indexes and one deleted join.",
      "Wrote the on-call handbook, and halved the number of alerts at night within a quarter.",
      "Introduced contract tests between five teams; releases went from monthly to twice a week.",
      "Mentored three graduates, two of whom lead services of their own today.",
      "Migrated {n} databases to PostgreSQL with logical replication, checked row by row."
    ]
  },
  "robotics engineer": {
    titles: ["Graduate Robotics Engineer", "Robotics Engineer", "Lead Robotics Engineer"],
    degree: "MSc Systems, Control and Robotics",
    done: [
      "Wrote a trajectory planner for six-axis arms that avoids singularities and runs in {n} ms per plan.",
      "Built the simulation in which every change is driven for {n} hours before it reaches a robot.",
      "Tuned the force control of a gripper that handles glass; breakage went down by a third.",
      "Ported the fleet from ROS 1 to ROS 2 in four months, one cell at a time.",
      "Calibrated {n} cells at customers’ sites, and wrote the procedure that technicians follow now.",
      "Led the investigation of a collision in the field to a race in the watchdog, and its fix to every site."
    ]
  },
  "embedded developer": {
    titles: ["Firmware Developer", "Embedded Developer", "Senior Embedded Developer"],
    degree: "BSc Electrical Engineering",
    done: [
      "Wrote the bootloader with signed updates that {n} thousand devices take over the air.",
      "Brought up three boards from the first schematic to series production.",
      "Took a motor controller through certification by IEC 61508, SIL 2, with no major finding.",
      "Cut the sleeping current of a battery sensor from {n} to 4 microamperes.",
      "Replaced a hand-made scheduler by an RTOS, with measured worst-case times for every task.",
      "Found a fault on the CAN bus that appeared once a week, with an oscilloscope and patience."
    ]
  },
  "vision engineer": {
    titles: ["Computer Vision Engineer", "Computer Vision Engineer", "Senior Computer Vision Engineer"],
    degree: "MSc Computer Science, Machine Learning",
    done: [
      "Trained a detector of parcels that finds {n} of 100 it has never seen, at 30 frames a second on the device.",
      "Made the calibration of cameras a job of five minutes that one person can do.",
      "Built the labelling pipeline, and a sample of each week’s errors that the team looks at together.",
      "Moved inference to CUDA graphs; the latency went from 80 to {n} ms.",
      "Published a data set of reflective packaging that two universities work with."
    ]
  },
  "product designer": {
    titles: ["Designer", "Product Designer", "Senior Product Designer"],
    degree: "BA Interaction Design",
    done: [
      "Redesigned the dispatch console with {n} shift leaders; the time for a handover fell by half.",
      "Started a design system of {n} components that four teams use, documented and accessible.",
      "Ran usability tests on the night shift, with gloves on, and changed every target’s size after them.",
      "Brought the product to WCAG 2.2 AA, and wrote the checklist that keeps it there.",
      "Prototyped three pricing pages in a week; the one that was built doubled sign-ups."
    ]
  },
  "data engineer": {
    titles: ["Data Analyst", "Data Engineer", "Senior Data Engineer"],
    degree: "BSc Statistics",
    done: [
      "Brought telemetry of {n} machines into one table that answers in seconds.",
      "Replaced a nightly export by change data capture; reports are {n} minutes old instead of a day.",
      "Wrote tests for every model of the warehouse, and removed a third of them that nobody read.",
      "Found the sensor that drifted by comparing {n} of its kind.",
      "Explained confidence intervals to a management team, twice, with success the second time."
    ]
  },
  "account manager": {
    titles: ["Sales Representative", "Account Manager", "Key Account Manager"],
    degree: "BSc Business Administration",
    done: [
      "Looked after {n} accounts in logistics with a yearly volume of 4 million euros, and lost none of them.",
      "Negotiated a framework agreement over three years with the region’s largest grocer.",
      "Exceeded the target in seven of eight quarters, by {n} % in the best of them.",
      "Cleaned the CRM of 2,000 dead leads; the forecast has been within 5 % since.",
      "Set up quarterly reviews with customers, from which the roadmap took four features."
    ]
  },
  "customer success manager": {
    titles: ["Customer Support Agent", "Customer Success Manager", "Senior Customer Success Manager"],
    degree: "BA International Business",
    done: [
      "Brought {n} warehouses from contract to full operation, most of them ahead of plan.",
      "Raised renewals from 84 to 95 % in two years, by asking earlier.",
      "Wrote the training that customers’ shift leaders take in their first week.",
      "Handled the recall of {n} units with a daily call that customers thanked us for.",
      "Turned the most frequent {n} questions into pages, and halved the tickets about them."
    ]
  },
  "people partner": {
    titles: ["HR Assistant", "People Partner", "Senior People Partner"],
    degree: "BSc Organizational Psychology",
    done: [
      "Looked after {n} colleagues at three sites through a merger.",
      "Rewrote the interview guides; the time to an offer fell by {n} %.",
      "Introduced a salary framework that managers can explain in five minutes.",
      "Led negotiations with the works council on shifts, to an agreement that both sides renewed.",
      "Set up the first week for new colleagues, and asked every one of them after it."
    ]
  },
  "technical writer": {
    titles: ["Junior Technical Writer", "Technical Writer", "Lead Technical Writer"],
    degree: "MA Technical Communication",
    done: [
      "Wrote the manual of a packaging line, {n} pages shorter than the one before.",
      "Moved the documentation into the code’s repository, with reviews by those who build it.",
      "Watched {n} technicians follow a procedure, and rewrote each step at which they stopped.",
      "Cut the cost of translation by a third with a glossary and shorter sentences."
    ]
  },
  "operations analyst": {
    titles: ["Operations Assistant", "Operations Analyst", "Senior Operations Analyst"],
    degree: "BSc Industrial Engineering",
    done: [
      "Built the demand forecast that purchasing orders by; stock went down by {n} % with no more shortages.",
      "Replaced a workbook of {n} sheets with one report that everybody understands.",
      "Compared 40 suppliers by delivery and quality, and led the move away from six of them.",
      "Mapped the way of a spare part from order to customer, and took four days out of it.",
      "Taught SQL to a dozen colleagues in lunch breaks."
    ]
  },
  "service technician": {
    titles: ["Apprentice Mechatronics Technician", "Service Technician", "Senior Service Technician"],
    degree: "Vocational diploma, Mechatronics",
    done: [
      "Maintained {n} packaging lines in three countries, with a first-time fix rate of 91 %.",
      "Reprogrammed a PLC on site overnight, so that the morning shift could start.",
      "Trained customers’ staff in electrical safety; {n} of them passed the examination.",
      "Wrote fault trees for the five most frequent stops, which the hotline uses today.",
      "Overhauled hydraulic presses from 1987 without a drawing."
    ]
  },
  baker: {
    titles: ["Apprentice Baker", "Baker", "Head Baker"],
    degree: "Certificate in Professional Baking",
    done: [
      "Ran the night shift of four, with {n} dozen loaves out by five in the morning.",
      "Developed a rye sourdough that became a third of the counter’s sales.",
      "Rewrote the oven schedule and saved an hour of gas each night.",
      "Passed {n} unannounced inspections without a remark."
    ]
  },
  "pastry chef": {
    titles: ["Commis Pâtissier", "Pastry Cook", "Pastry Chef"],
    degree: "Diploma in Pastry Arts",
    done: [
      "Laminated {n} kilograms of dough a day by hand, with a waste under three percent.",
      "Designed the dessert menu of a hotel with 90 covers, new each season.",
      "Trained five apprentices in chocolate work, one of whom won a regional prize.",
      "Costed every recipe, and brought {n} of them back into profit."
    ]
  },
  barista: {
    titles: ["Barista", "Barista", "Shift Lead"],
    degree: "High school diploma",
    done: [
      "Served up to {n} guests an hour at a two-group machine, with a queue that kept smiling.",
      "Opened the shop six days a week, alone, for two years without a late start.",
      "Set the grinder by taste and refractometer each morning, and taught others to.",
      "Closed the till with differences under a dollar in {n} of the last 52 weeks."
    ]
  }
}

/** Sentences that fit any trade. */
export const alwaysDone: ReadonlyArray<string> = [
  "Took part in {n} interviews a year, and rewrote the exercise that candidates are given.",
  "Showed new colleagues around in their first month.",
  "Stood in for the team’s lead for half a year.",
  "Wrote the documentation that was missing, and kept it true.",
  "Spoke for the team at the yearly customer day.",
  "Reduced the cost of materials and services by {n} thousand a year.",
  "Organized the move to a new site without a day of standstill.",
  "Kept the safety training of the department up to date."
]
