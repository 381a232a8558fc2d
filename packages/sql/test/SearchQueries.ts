/** Queries with typing errors and without accents, with the candidate that has to be among the first ten results of each. */

/** Somebody who is searched for. */
export interface Searched {
  readonly full_name: string
  readonly university?: string
  readonly tags?: ReadonlyArray<string>
  readonly note?: string
}

export const searched: ReadonlyArray<Searched> = [
  { full_name: "Zoë Brontë-Williams", university: "Université de Montréal", tags: ["kubernetes"] },
  { full_name: "Łukasz Żółkiewski", university: "Politechnika Łódzka", tags: ["erlang"] },
  { full_name: "José Ángel Muñoz Peña", university: "Universidad Politécnica de València" },
  { full_name: "Søren Kierkegård", university: "Københavns Universitet", tags: ["philosophy"] },
  { full_name: "François Lefèvre", university: "École Polytechnique", note: "Built the façade of a banking platform in Clojure." },
  { full_name: "Jürgen Groß", university: "Universität Göttingen" },
  { full_name: "Katarzyna Wiśniewska", tags: ["accessibility"] },
  { full_name: "Siobhán O'Sullivan", university: "Trinity College Dublin" },
  { full_name: "Nguyễn Thị Hương", university: "Đại học Bách khoa Hà Nội" },
  { full_name: "Þórður Guðmundsson", university: "Háskóli Íslands" },
  { full_name: "Dvořák Antonín", note: "Composes müsic for gramophones; virtuoso of the harmonium." },
  { full_name: "Gülşen Yılmaz", university: "Boğaziçi Üniversitesi" },
  { full_name: "Ștefan Bănulescu" },
  { full_name: "Ana-Lucía Fernández" },
  { full_name: "Chloé Saint-Exupéry", note: "Has flown postal aeroplanes over the Sahara." },
  { full_name: "Bartholomew Featherstonehaugh" },
  { full_name: "Shreya Krishnamurthy", university: "Indian Institute of Technology Madras", tags: ["machine learning"] },
  { full_name: "Oluwaseun Adebayo", tags: ["blockchain"] },
  { full_name: "Mikhail Shostakovich" },
  { full_name: "Alexander Hamilton" },
  { full_name: "Christopher Robinson" },
  { full_name: "Elizabeth Montgomery", note: "Certified in phlebotomy." },
  { full_name: "Matthew McConaughey" },
  { full_name: "Theodore Roosevelt", university: "Harvard University" },
  { full_name: "Guillermo Echeverría" },
  { full_name: "Демʼяненко Марʼяна", note: "Grew up in Камʼянець, surfs off Oʻahu." },
  { full_name: "Boris Johnson" }
]

/** First and last names of everybody else, each with each. */
export const others = {
  first: [
    "Maria", "Peter", "Lukas", "Jonas", "Stefan", "Michael", "Alex", "Alexandra", "Christine", "Christian", "Elisa", "Eliza", "Matteo",
    "Matthias", "Theo", "Katrin", "Katharina", "Sofia", "Josef", "Franz", "Anton", "Antonia", "Guillaume", "Soraya"
  ],
  last: [
    "Williams", "Robertson", "Robins", "Hamill", "Hampton", "Munro", "Lefort", "Gross", "Sullivan", "Nguyen", "Gundersen", "Dvorkin",
    "Yildiz", "Fernandes", "Exeter", "Feathers", "Krishnan", "Shostak", "Montague", "McConnell", "Rosen", "Kierkels", "Bronson",
    "Zelinski", "Wisner"
  ]
}

export const queries: ReadonlyArray<readonly [query: string, found: string]> = [
  // Accents
  ["zoe bronte", "Zoë Brontë-Williams"],
  ["lukasz zolkiewski", "Łukasz Żółkiewski"],
  ["jose angel munoz", "José Ángel Muñoz Peña"],
  ["MUNOZ PENA", "José Ángel Muñoz Peña"],
  ["soren kierkegard", "Søren Kierkegård"],
  ["francois lefevre", "François Lefèvre"],
  ["jurgen gross", "Jürgen Groß"],
  ["siobhan o'sullivan", "Siobhán O'Sullivan"],
  ["nguyen thi huong", "Nguyễn Thị Hương"],
  ["antonin dvorak", "Dvořák Antonín"],
  ["gulsen yilmaz", "Gülşen Yılmaz"],
  ["stefan banulescu", "Ștefan Bănulescu"],
  ["ana lucia fernandez", "Ana-Lucía Fernández"],
  ["chloe saint exupery", "Chloé Saint-Exupéry"],
  ["guillermo echeverria", "Guillermo Echeverría"],
  ["universite montreal", "Zoë Brontë-Williams"],
  ["politechnika lodzka", "Łukasz Żółkiewski"],
  ["bogazici", "Gülşen Yılmaz"],
  ["universitat gottingen", "Jürgen Groß"],
  ["ecole polytechnique", "François Lefèvre"],
  // Accents where there are none, and other forms of a letter
  ["éliźabeth montgómery", "Elizabeth Montgomery"],
  ["Zoe\u0308 Bronte\u0308", "Zoë Brontë-Williams"],
  // A letter too few, too many, another one, or two in the wrong order
  ["katarzina wisniewska", "Katarzyna Wiśniewska"],
  ["katarzyna wisniewksa", "Katarzyna Wiśniewska"],
  ["bartolomew featherstonhaugh", "Bartholomew Featherstonehaugh"],
  ["featherstonehuagh", "Bartholomew Featherstonehaugh"],
  ["shreya krishnamurty", "Shreya Krishnamurthy"],
  ["sherya krishnamurthy", "Shreya Krishnamurthy"],
  ["oluwasuen adebayo", "Oluwaseun Adebayo"],
  ["oluwaseun adebajo", "Oluwaseun Adebayo"],
  ["mikhail shostakovitch", "Mikhail Shostakovich"],
  ["michail shostakovich", "Mikhail Shostakovich"],
  ["alexandar hamilton", "Alexander Hamilton"],
  ["alexander hamliton", "Alexander Hamilton"],
  ["cristopher robinson", "Christopher Robinson"],
  ["christopher robinsen", "Christopher Robinson"],
  ["elisabeth montgomery", "Elizabeth Montgomery"],
  ["elizabeth mongtomery", "Elizabeth Montgomery"],
  ["mathew mcconaughey", "Matthew McConaughey"],
  ["matthew mcconaghey", "Matthew McConaughey"],
  ["theodor rosevelt", "Theodore Roosevelt"],
  ["teodore roosevelt", "Theodore Roosevelt"],
  ["zeo bronte", "Zoë Brontë-Williams"],
  ["jürgen gorß", "Jürgen Groß"],
  ["thordur gudmundson", "Þórður Guðmundsson"],
  ["soern kierkegard", "Søren Kierkegård"],
  ["guilermo echeveria", "Guillermo Echeverría"],
  ["francios lefevre", "François Lefèvre"],
  ["fransois lefebre", "François Lefèvre"],
  ["siobahn osullivan", "Siobhán O'Sullivan"],
  ["banulesku stefan", "Ștefan Bănulescu"],
  ["kuberntes", "Zoë Brontë-Williams"],
  ["acessibility", "Katarzyna Wiśniewska"],
  ["machne lerning", "Shreya Krishnamurthy"],
  ["harward roosevelt", "Theodore Roosevelt"],
  // Two errors in a word, the misspelt beginning of a word, and names without what joins their parts
  ["fetherstonhaugh", "Bartholomew Featherstonehaugh"],
  ["shostakowich mihail", "Mikhail Shostakovich"],
  ["krihsnamurthi", "Shreya Krishnamurthy"],
  ["kubernte", "Zoë Brontë-Williams"],
  ["saintexupery", "Chloé Saint-Exupéry"],
  ["osulivan", "Siobhán O'Sullivan"],
  // Letters that the database takes for apostrophes
  ["марʼяна демʼяненко", "Демʼяненко Марʼяна"],
  ["камʼянець oʻahu", "Демʼяненко Марʼяна"],
  // Two letters in the middle in the wrong order
  ["jonhson", "Boris Johnson"],
  // Beginnings of words, and words of texts and of fields together
  ["kierk phil", "Søren Kierkegård"],
  ["lefevre clojure", "François Lefèvre"],
  ["facade banking", "François Lefèvre"],
  ["music gramophone", "Dvořák Antonín"],
  ["exupery sahara", "Chloé Saint-Exupéry"],
  ["phlebotomy", "Elizabeth Montgomery"]
]
