/** Changes of tables on which the statements of the previous release can fail, with the reason. */
const CONTRACTIONS = [
  { form: /\bdrop\s+(?:column|table|view|function|type)\b/iu, reason: "the previous release still uses it" },
  { form: /\brename\s+(?:to|column|constraint)?/iu, reason: "the previous release uses the earlier name" },
  { form: /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/iu, reason: "the previous release writes the earlier type" },
  { form: /\balter\s+column\s+\S+\s+(?:set\s+not\s+null|drop\s+default)\b/iu, reason: "the previous release may write no value" },
];
const ADDED_COLUMN = /\badd\s+column\b(?<definition>.*)$/iu;
/** First line of a migration that removes what no release uses any more. */
const MARKER = /^-- contract: \S.{10,}$/u;

/** Returns why one statement breaks the previous release, or undefined. */
function reasonOf(statement) {
  const found = CONTRACTIONS.find(({ form }) => form.test(statement));
  if (found) return found.reason;
  const definition = ADDED_COLUMN.exec(statement)?.groups.definition ?? "";
  const isRequired = /\bnot\s+null\b/iu.test(definition) && !/\bdefault\b|\bgenerated\b/iu.test(definition);
  return isRequired ? "the previous release does not write the new column, which has no default" : undefined;
}

/** Returns the statements of a migration that the previous release does not survive. Bodies of functions are not searched. */
export function findContractions(source) {
  if (MARKER.test(source.split("\n", 1)[0] ?? "")) return [];
  const statements = source
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gsu, "''")
    .replaceAll(/^\s*--(?!>).*$/gmu, "")
    .split(/;|--> statement-breakpoint/u);
  return statements.flatMap((one) => {
    const statement = one.replaceAll(/\s+/gu, " ").trim();
    const reason = reasonOf(statement);
    return reason === undefined ? [] : [{ statement, reason }];
  });
}
