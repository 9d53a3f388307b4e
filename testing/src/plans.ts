import type { TestApp } from "./test-app.ts";

/** A node of a plan: what the database says of it that tests ask about. */
export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Plan Rows": number;
  Plans?: PlanNode[];
}

/** Every node of a statement's plan: for these values or, without any, of the plan for all, on which prepared statements settle. */
export async function planOf(t: TestApp, text: string, values?: readonly unknown[]): Promise<PlanNode[]> {
  const { rows } = await t.ports.pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (format json${values ? "" : ", generic_plan"}) ${text}`,
    values && [...values],
  );
  const flat = (node: PlanNode): PlanNode[] => [...(node.Plans ?? []).flatMap(flat), node];
  return rows.flatMap((row) => flat(row["QUERY PLAN"][0].Plan));
}

/** Which of some large tables a statement would read as a whole: for these values, and by its plan for all. */
export async function tablesReadWhole(t: TestApp, large: ReadonlySet<string>, text: string, values: readonly unknown[]): Promise<string[]> {
  const nodes = [...(await planOf(t, text, values)), ...(await planOf(t, text))];
  return nodes.flatMap(({ "Node Type": node, "Relation Name": name = "" }) => (node === "Seq Scan" && large.has(name) ? [name] : []));
}
