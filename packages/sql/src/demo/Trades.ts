/** What people do in the two trades of the demo: robots and bread. */

export interface Trade {
  readonly companies: ReadonlyArray<string>
  readonly locations: ReadonlyArray<string>
  /** Kinds of work, with skills that go together. */
  readonly fields: ReadonlyArray<{ readonly work: string; readonly skills: ReadonlyArray<string> }>
  /** What the people whom a search looks for do at present. */
  readonly wanted: ReadonlyArray<string>
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
    { work: "robotics engineer", skills: ["C++", "ROS 2", "Motion planning", "Python", "Simulation", "Control theory"] },
    { work: "embedded developer", skills: ["Embedded C", "Rust", "CAN bus", "RTOS", "Functional safety", "Oscilloscopes"] },
    { work: "vision engineer", skills: ["Computer vision", "PyTorch", "Camera calibration", "CUDA", "Python", "C++"] },
    { work: "product designer", skills: ["Figma", "User research", "Prototyping", "Accessibility", "Design systems"] },
    { work: "account manager", skills: ["Account planning", "Negotiation", "CRM hygiene", "Presenting", "Forecasting"] },
    { work: "operations analyst", skills: ["SQL", "Excel", "Demand planning", "Supplier management", "Reporting"] },
    { work: "service technician", skills: ["PLC programming", "Hydraulics", "Electrical safety", "Fault finding", "Training"] }
  ],
  wanted: [
    "Senior Motion Planning Engineer",
    "Robotics Engineer",
    "Embedded Software Lead",
    "Functional Safety Engineer",
    "Field Service Manager",
    "Service Delivery Lead",
    "Controls Engineer",
    "Principal Software Engineer"
  ]
}

export const baking: Trade = {
  companies: ["Alder Street Bread", "Two Ovens", "Grand Hotel Willamette", "Morning Bell Café", "Proof & Patience"],
  locations: ["Portland, United States", "Beaverton, United States", "Salem, United States", "Vancouver, United States"],
  fields: [
    { work: "baker", skills: ["Sourdough", "Laminated doughs", "Oven scheduling", "Food safety", "Costing"] },
    { work: "pastry chef", skills: ["Viennoiserie", "Chocolate work", "Plating", "Recipe development", "Food safety"] },
    { work: "barista", skills: ["Espresso", "Customer service", "Till closing", "Opening shifts", "Latte art"] }
  ],
  wanted: ["Pastry Chef", "Head Baker", "Sous-chef, Pastry", "Laminator"]
}
