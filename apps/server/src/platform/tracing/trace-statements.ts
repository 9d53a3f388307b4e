import { statementLabel, type StatementObserver } from "../db/observe-statements.ts";
import { errorKind, isTracing, startSpan } from "./spans.ts";

const VERB = /\w+/u;
const TABLE = /\b(?:from|into|update)\s+"?(\w+)/iu;

/** Returns a short name of few different values: that of a prepared statement, otherwise verb and first table. */
function shortName(label: string): string {
  if (!/\s/u.test(label)) return label;
  const table = TABLE.exec(label)?.[1];
  return `${VERB.exec(label)?.[0] ?? ""}${table === undefined ? "" : ` ${table}`}`;
}

const observe: StatementObserver = (statement) => {
  const label = statementLabel(statement);
  const attributes = { "db.system.name": "postgresql", "db.query.text": label };
  const span = startSpan({ name: `SQL ${shortName(label)}`, kind: "client", attributes });
  return (
    span &&
    ((error) => {
      if (error != null) span.fail(errorKind(error));
      span.end();
    })
  );
};

/** Returns what records the statements of requests and jobs: their names, or their texts without values; nothing when traces are off. */
export const statementTrace = (): StatementObserver | undefined => (isTracing() ? observe : undefined);
