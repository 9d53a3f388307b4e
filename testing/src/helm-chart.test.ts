import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { ScaledObject } from "@kubernetes-models/keda/keda.sh/v1alpha1";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";
import { Ajv } from "ajv";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { Job } from "kubernetes-models/batch/v1";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Service } from "kubernetes-models/v1";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Manifest, renderChart } from "./helm-chart.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CHART = path.join(ROOT, "ops/helm/stillreel");
const KINDS = { Deployment, HorizontalPodAutoscaler, Ingress, Job, NetworkPolicy, PodDisruptionBudget, PodMonitor, ScaledObject, Service };
/** Where the type of each kind is. */
const MODULES: Readonly<Record<keyof typeof KINDS, string>> = {
  Deployment: "kubernetes-models/apps/v1",
  HorizontalPodAutoscaler: "kubernetes-models/autoscaling/v2",
  Ingress: "kubernetes-models/networking.k8s.io/v1",
  Job: "kubernetes-models/batch/v1",
  NetworkPolicy: "kubernetes-models/networking.k8s.io/v1",
  PodDisruptionBudget: "kubernetes-models/policy/v1",
  PodMonitor: "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1",
  ScaledObject: "@kubernetes-models/keda/keda.sh/v1alpha1",
  Service: "kubernetes-models/v1",
};

const SMALLEST = { image: { repository: "registry.example.org/stillreel" }, publicUrl: "https://shots.example.org", secretName: "shots" };
const autoscaled = (by: string): object => ({
  ...SMALLEST,
  web: { autoscaling: { enabled: true } },
  worker: { autoscaling: { enabled: true, by, prometheus: "http://prometheus.monitoring:9090" } },
});
const EVERYTHING = {
  ...autoscaled("cpu"),
  image: { ...SMALLEST.image, digest: `sha256:${"0".repeat(64)}`, pullSecrets: [{ name: "registry" }] },
  env: { SMTP_URL: "smtp://mail:25", RATE_LIMIT_FACTOR: 2, HSTS_SUBDOMAINS: true },
  data: { existingClaim: "uploads" },
  ingress: { enabled: true, className: "nginx", host: "shots.example.org", tlsSecretName: "shots-tls", annotations: { a: "b" } },
  networkPolicy: {
    from: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ingress" } } }],
    metricsFrom: [{ podSelector: { matchLabels: { app: "prometheus" } } }],
    egress: [{ to: [{ ipBlock: { cidr: "10.0.0.0/8" } }] }],
  },
  metrics: { podMonitor: true },
};
const CASES: Readonly<Record<string, object>> = {
  "the fewest values": SMALLEST,
  "every optional part": EVERYTHING,
  "workers by the queue, through an adapter": autoscaled("external"),
  "workers by the queue, through KEDA": autoscaled("keda"),
  "without policies and migrations": { ...SMALLEST, networkPolicy: { enabled: false }, migrations: { enabled: false } },
};

const rendered = (own: object): Manifest[] => renderChart(CHART, own as Record<string, unknown>).manifests;
const namesOf = (manifests: readonly Manifest[]): string[] => manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
const validates = new Ajv({ strict: false }).compile(JSON.parse(fs.readFileSync(path.join(CHART, "values.schema.json"), "utf8")) as object);

describe.each(Object.entries(CASES))("with %s", (_name, own) => {
  test("the values match the schema, and each manifest matches the one of Kubernetes", () => {
    const { values, manifests } = renderChart(CHART, own as Record<string, unknown>);
    expect(validates(values), JSON.stringify(validates.errors)).toBe(true);
    for (const manifest of manifests) {
      const model = KINDS[manifest.kind as keyof typeof KINDS];
      expect(manifest.apiVersion, manifest.kind).toBe(model.apiVersion);
      new model(manifest as never).validate();
    }
    expect(new Set(namesOf(manifests)).size).toBe(manifests.length);
  });
});

test("no manifest has a field that Kubernetes does not know", { timeout: 60_000 }, async () => {
  const folder = fs.mkdtempSync(path.join(ROOT, "testing/.chart-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const manifests = Object.values(CASES).flatMap(rendered);
  const imports = Object.entries(MODULES).map(([kind, from]) => `import type { I${kind} } from "${from}";`);
  const constants = (all: readonly object[]): string[] =>
    all.map((manifest, index) => `export const m${index}: I${(manifest as Manifest).kind} = ${JSON.stringify(manifest)};`);
  const check = async (all: readonly object[]): Promise<string> => {
    const file = path.join(folder, "manifests.ts");
    fs.writeFileSync(file, [...imports, ...constants(all)].join("\n"));
    const args = [
      "node_modules/typescript/bin/tsc",
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--ignoreConfig",
      "--module",
      "nodenext",
      file,
    ];
    const run = promisify(execFile)(process.execPath, args, { cwd: ROOT });
    return run.then(({ stdout }) => stdout).catch((error: { stdout: string }) => error.stdout);
  };
  expect(await check(manifests)).toBe("");
  const [first] = manifests;
  expect(await check([{ ...first, spec: { ...(first?.["spec"] as object), replica: 2 } }])).toMatch(/"?replica"?' does not exist/u);
});

test("the chart has web processes, workers, migrations before both, budgets and policies", () => {
  expect(namesOf(rendered(SMALLEST))).toEqual([
    "Deployment shots-web",
    "Deployment shots-worker",
    "Job shots-migrations",
    "NetworkPolicy shots-web",
    "NetworkPolicy shots-worker",
    "PodDisruptionBudget shots-web",
    "PodDisruptionBudget shots-worker",
    "Service shots",
  ]);
  expect(namesOf(rendered(CASES["workers by the queue, through KEDA"] ?? {}))).toContain("ScaledObject shots-worker");
});

interface Pod {
  spec: {
    automountServiceAccountToken: boolean;
    securityContext: Record<string, unknown>;
    containers: {
      image: string;
      args?: string[];
      securityContext: Record<string, unknown>;
      env: { name: string; value: string }[];
      envFrom: object[];
      volumeMounts: { mountPath: string }[];
      readinessProbe?: { httpGet: { path: string } };
      livenessProbe?: { httpGet: { path: string } };
    }[];
  };
}

test("every container runs without rights, with a read-only file system, and gets secrets only by reference", () => {
  const manifests = rendered(EVERYTHING).filter(({ kind }) => kind === "Deployment" || kind === "Job");
  expect(manifests).toHaveLength(3);
  for (const { spec } of manifests as unknown as { spec: { template: Pod } }[]) {
    const { containers, securityContext, automountServiceAccountToken } = spec.template.spec;
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } });
    expect(automountServiceAccountToken).toBe(false);
    const [container] = containers;
    expect(container).toMatchObject({
      image: `registry.example.org/stillreel@sha256:${"0".repeat(64)}`,
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
      envFrom: [{ secretRef: { name: "shots" } }],
    });
    expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(["/data", "/tmp"]);
    expect(container?.env).toContainEqual({ name: "RATE_LIMIT_FACTOR", value: "2" });
  }
  const probes = (manifests as unknown as { kind: string; spec: { template: Pod } }[])
    .filter(({ kind }) => kind === "Deployment")
    .map(({ spec }) => spec.template.spec.containers[0]);
  for (const probe of probes) {
    expect(probe?.livenessProbe?.httpGet.path).toBe("/healthz");
    expect(probe?.readinessProbe?.httpGet.path).toBe("/readyz");
  }
});

test("services, budgets and policies select the pods of their process", () => {
  const manifests = rendered(EVERYTHING);
  const find = (kind: string, name: string): Record<string, never> =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)?.["spec"] as Record<string, never>;
  for (const process of ["web", "worker"]) {
    const deployment = find("Deployment", `shots-${process}`) as unknown as {
      selector: { matchLabels: object };
      template: { metadata: { labels: object } };
    };
    const labels = { "app.kubernetes.io/name": "stillreel", "app.kubernetes.io/instance": "shots", "app.kubernetes.io/component": process };
    expect(deployment.template.metadata.labels).toEqual(labels);
    expect(deployment.selector.matchLabels).toEqual(labels);
    expect(find("PodDisruptionBudget", `shots-${process}`)).toMatchObject({ selector: { matchLabels: labels } });
    expect(find("NetworkPolicy", `shots-${process}`)).toMatchObject({ podSelector: { matchLabels: labels } });
    if (process === "web") expect(find("Service", "shots")).toMatchObject({ selector: labels });
  }
});

test.each([
  ["no image", { ...SMALLEST, image: {} }, "Set image.repository"],
  ["no secret", { ...SMALLEST, secretName: "" }, "Set secretName"],
  ["no address", { ...SMALLEST, publicUrl: "" }, "Set publicUrl"],
])("a chart with %s is refused with what to do", (_name, own, message) => {
  expect(() => rendered(own)).toThrow(message);
});

test.each([
  ["a misspelt value", { web: { replica: 3 } }],
  ["a secret in plain text", { env: { DATABASE_URL: "postgres://user:password@host/stillreel" } }],
  ["an address with a path", { publicUrl: "https://shots.example.org/" }],
  ["an unknown way to scale", { worker: { autoscaling: { by: "memory" } } }],
])("the schema refuses %s", (_name, own) => {
  const { values } = renderChart(CHART, SMALLEST);
  expect(validates(values)).toBe(true);
  expect(validates({ ...values, ...own })).toBe(false);
});
