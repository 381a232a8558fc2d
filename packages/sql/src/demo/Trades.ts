/** The kinds of work in the two trades of the demo: robots and bread. */

/** A kind of work, with skills that go together. */
export interface Field {
  readonly work: string
  readonly skills: ReadonlyArray<string>
}

export interface Trade {
  readonly companies: ReadonlyArray<string>
  readonly locations: ReadonlyArray<string>
  readonly fields: ReadonlyArray<Field>
}

export const robotics: Trade = {
  companies: [
    "Halvorsen Automation",
    "Brightline Logistics",
    "Kestrel Systems",
    "Polder & Zoon",
    "Arcfield Robotics",
    "Blue Heron Software",
    "Stadtwerk Mobil",
    "Copperleaf Analytics",
    "Fjord Instruments",
    "Lantern Retail"
  ],
  locations: [
    "Gothenburg, Sweden",
    "Stockholm, Sweden",
    "Oslo, Norway",
    "Copenhagen, Denmark",
    "Munich, Germany",
    "Hamburg, Germany",
    "Rotterdam, Netherlands",
    "Chicago, United States",
    "Columbus, United States",
    "Toronto, Canada"
  ],
  fields: [
    { work: "software engineer", skills: ["TypeScript", "PostgreSQL", "Kubernetes", "Go", "API design", "SQL"] },
    {
      work: "robotics engineer",
      skills: ["C++", "ROS 2", "Motion planning", "Python", "Simulation", "Control theory"]
    },
    {
      work: "embedded developer",
      skills: ["Embedded C", "Rust", "CAN bus", "RTOS", "Functional safety", "Oscilloscopes"]
    },
    { work: "vision engineer", skills: ["Computer vision", "PyTorch", "Camera calibration", "CUDA", "Python", "C++"] },
    { work: "product designer", skills: ["Figma", "User research", "Prototyping", "Accessibility", "Design systems"] },
    { work: "data engineer", skills: ["Python", "SQL", "dbt", "Airflow", "Statistics", "Dashboards"] },
    {
      work: "account manager",
      skills: ["Account planning", "Negotiation", "CRM hygiene", "Presenting", "Forecasting"]
    },
    {
      work: "customer success manager",
      skills: ["Onboarding", "Account planning", "Training", "Reporting", "Escalations"]
    },
    {
      work: "people partner",
      skills: ["Employee relations", "Interviewing", "Onboarding", "Labour law", "Compensation"]
    },
    {
      work: "technical writer",
      skills: ["DITA", "Plain language", "Illustration", "Translation management", "API documentation"]
    },
    { work: "operations analyst", skills: ["SQL", "Excel", "Demand planning", "Supplier management", "Reporting"] },
    {
      work: "service technician",
      skills: ["PLC programming", "Hydraulics", "Electrical safety", "Fault finding", "Training"]
    }
  ]
}

export const baking: Trade = {
  companies: ["Alder Street Bread", "Two Ovens", "Grand Hotel Willamette", "Morning Bell Café", "Proof & Patience"],
  locations: [
    "Portland, United States",
    "Beaverton, United States",
    "Salem, United States",
    "Vancouver, United States"
  ],
  fields: [
    { work: "baker", skills: ["Sourdough", "Laminated doughs", "Oven scheduling", "Food safety", "Costing"] },
    { work: "pastry chef", skills: ["Viennoiserie", "Chocolate work", "Plating", "Recipe development", "Food safety"] },
    { work: "barista", skills: ["Espresso", "Customer service", "Till closing", "Opening shifts", "Latte art"] }
  ]
}
