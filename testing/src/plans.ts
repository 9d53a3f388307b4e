import type { TestApp } from "./test-app.ts";

/** A node of a query plan, with the properties that tests check. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Plan Rows": number;
  Plans?: PlanNode[];
}

/** Returns all nodes of a statement's plan: for these values, or without values the generic plan of a prepared statement. */
export async function planOf(t: TestApp, text: string, values?: readonly unknown[]): Promise<PlanNode[]> {
  const { rows } = await t.ports.pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (format json${values ? "" : ", generic_plan"}) ${text}`,
    values && [...values],
  );
  const flat = (node: PlanNode): PlanNode[] => [...(node.Plans ?? []).flatMap(flat), node];
  return rows.flatMap((row) => flat(row["QUERY PLAN"][0].Plan));
}

/** Returns the large tables that a statement would scan completely: for these values, and in its generic plan. */
export async function tablesReadWhole(t: TestApp, large: ReadonlySet<string>, text: string, values: readonly unknown[]): Promise<string[]> {
  const nodes = [...(await planOf(t, text, values)), ...(await planOf(t, text))];
  return nodes.flatMap(({ "Node Type": node, "Relation Name": name = "" }) => (node === "Seq Scan" && large.has(name) ? [name] : []));
}

/** Returns the plan of a prepared statement as a text without costs: the plan for unknown values, on which the database settles. */
export async function planText(t: TestApp, text: string): Promise<string> {
  const { rows } = await t.ports.pool.query<{ "QUERY PLAN": string }>(`explain (generic_plan, costs off) ${text}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}
