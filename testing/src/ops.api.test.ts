import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "./test-app.ts";

const OPS = fileURLToPath(new URL("../../ops", import.meta.url));
const read = (file: string): string => fs.readFileSync(path.join(OPS, file), "utf8");

let t: TestApp;
/** What a server exposes: names of metrics with the names of their labels. */
let exposed: Map<string, Set<string>>;

beforeAll(async () => {
  t = await createTestApp();
  await t.app.inject("/healthz");
  t.modules.service.observeJob("test.job", "done", 5);
  const { body } = await t.app.inject("/metrics");
  exposed = new Map();
  for (const [, name = "", labels = ""] of body.matchAll(/^([a-z]\w+)(?:\{(.*)\})? \S+$/gmu)) {
    const names = exposed.get(name) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/(\w+)="/gu)) names.add(label);
    exposed.set(name, names);
  }
});
afterAll(() => t.close());

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}
const rules = (): Rule[] =>
  (parse(read("prometheus/alerts.yaml")) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const panels = () =>
  (JSON.parse(read("grafana/stillreel.json")) as { panels: { id: number; title: string; targets: { expr: string }[]; gridPos: object }[] })
    .panels;

/** Labels that Prometheus adds to every metric. */
const ADDED = new Set(["job", "instance"]);

/** Returns what an expression asks for and no server has: metrics, labels of metrics, and states of the queue and of connections. */
function unknownIn(expr: string): string[] {
  const found: string[] = [];
  for (const [, name = "", selector = ""] of expr.matchAll(/\b((?:stillreel|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/gu)) {
    const labels = name === "up" ? new Set<string>() : exposed.get(name);
    if (!labels) found.push(name);
    for (const [, label = ""] of selector.matchAll(/(\w+)\s*[!=]~?/gu))
      if (labels && !labels.has(label) && !ADDED.has(label)) found.push(`${name}{${label}}`);
  }
  return found;
}

test("alerts and dashboard ask only for metrics and labels that a server has", () => {
  const expressions = [...rules().map(({ expr }) => expr), ...panels().flatMap(({ targets }) => targets.map(({ expr }) => expr))];
  expect(expressions.length).toBeGreaterThan(25);
  expect(expressions.flatMap(unknownIn)).toEqual([]);
  expect(expressions.filter((expr) => !/stillreel_|nodejs_|process_|up\{/u.test(expr))).toEqual([]);
  // So that the test proves something.
  expect(unknownIn('sum(stillreel_queue_length{state="waiting"}) + stillreel_queue_jobs{kind="a"}')).toEqual([
    "stillreel_queue_length",
    "stillreel_queue_jobs{kind}",
  ]);
});

test("the states in alerts and dashboard exist", async () => {
  const { body } = await t.app.inject("/metrics");
  const all =
    read("prometheus/alerts.yaml") +
    panels()
      .flatMap(({ targets }) => targets.map(({ expr }) => expr))
      .join("\n");
  for (const [, name, state] of all.matchAll(/(stillreel_\w+)\{state="(\w+)"\}/gu)) expect(body).toContain(`${name}{state="${state}"}`);
});

test("each alert says what is wrong and what to do", () => {
  expect(new Set(rules().map(({ alert }) => alert)).size).toBe(rules().length);
  for (const { alert, labels, annotations } of rules()) {
    expect(["critical", "warning"], alert).toContain(labels.severity);
    expect(annotations.summary.length, alert).toBeGreaterThan(10);
    expect(annotations.description.length, alert).toBeGreaterThan(30);
  }
});

test("each panel of the dashboard has its own number and place", () => {
  const all = panels();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.map(({ gridPos }) => JSON.stringify(gridPos))).size).toBe(all.length);
});

/** Programs that check a file of `ops`, where they are installed. */
const CHECKS: readonly (readonly [file: string, program: string, args: readonly string[]])[] = [
  ["prometheus/alerts.yaml", "promtool", ["check", "rules"]],
  ["proxy/Caddyfile", "caddy", ["validate", "--adapter", "caddyfile", "--config"]],
  ["systemd/stillreel.service", "systemd-analyze", ["security", "--offline=true", "--threshold=45"]],
];
const isInstalled = (program: string): boolean => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

test.each(CHECKS.filter(([, program]) => isInstalled(program)))("%s passes %s", (file, program, args) => {
  const { status, stdout, stderr } = spawnSync(program, [...args, path.join(OPS, file)], { encoding: "utf8", timeout: 60_000 });
  expect(status, `${stdout}${stderr}`).toBe(0);
});

test("the example for Traefik checks the health of each process and passes streams on", () => {
  const { http } = parse(read("proxy/traefik.yaml")) as {
    http: { routers: Record<string, { service: string }>; services: Record<string, { loadBalancer: object }> };
  };
  expect(Object.keys(http.services)).toContain(http.routers["stillreel"]?.service);
  expect(http.services["stillreel"]?.loadBalancer).toMatchObject({
    healthCheck: { path: "/readyz" },
    responseForwarding: { flushInterval: "-1ms" },
  });
});
