import type pg from "pg";

type Send = (...given: unknown[]) => unknown;

/** Returns a statement without its name. A name makes the driver prepare the statement once for the session of a connection. */
function unnamed(statement: unknown): unknown {
  if (typeof statement !== "object" || statement === null || !("name" in statement) || "submit" in statement) return statement;
  const { name: _name, ...others } = statement;
  return others;
}

/**
 * Makes a connection send all statements without names. Behind a pooler by transaction, each transaction can have another session, in
 * which a named statement does not exist or has another text.
 */
export function withoutNames(client: pg.PoolClient): void {
  const send = client.query.bind(client) as Send;
  client.query = ((statement: unknown, ...others: unknown[]) => send(unnamed(statement), ...others)) as pg.PoolClient["query"];
}
