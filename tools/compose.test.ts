import fs from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { expect, test } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), "utf8");

interface Service {
  image: string;
  build?: string | { context: string };
  profiles?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
}
const { services, volumes } = parse(read("compose.yaml"), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};

/** What compose calls in a service, of which ours may use these. Compose refuses other names too. */
const KEYS = new Set(
  (
    "build cap_drop command configs depends_on entrypoint environment healthcheck image ports profiles read_only restart security_opt " +
    "stop_grace_period tmpfs volumes"
  ).split(" "),
);

test("every image has an exact version", () => {
  for (const [name, { image, build }] of Object.entries(services)) {
    expect(image, name).toMatch(/(?::v?\d+\.\d+(?:\.\d+)?|@sha256:[0-9a-f]{64})$/u);
    if (typeof build === "object") expect(build.context, name).toMatch(/#v\d+\.\d+\.\d+$/u);
  }
  const { version } = JSON.parse(read("package.json")) as { version: string };
  expect(services["app"]?.image).toBe(`stillreel:${version}`);
});

test("services use known keys, declared volumes, and services that exist and become ready", () => {
  for (const [name, service] of Object.entries(services)) {
    expect(
      Object.keys(service).filter((key) => !KEYS.has(key)),
      name,
    ).toEqual([]);
    for (const volume of service.volumes ?? []) {
      const [source = ""] = volume.split(":");
      if (!source.startsWith("/")) expect(Object.keys(volumes), name).toContain(source);
    }
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(Object.keys(services), name).toContain(other);
      if (condition === "service_healthy") expect(services[other]?.healthcheck, other).toBeDefined();
    }
  }
});

test("the worker differs from the app in its role alone, and both run without rights", () => {
  const { app, worker } = services;
  expect(worker).toMatchObject({ image: app?.image, profiles: ["worker"], environment: { ROLE: "worker" } });
  expect({ ...worker?.environment, ROLE: "" }).toEqual({ ...app?.environment, ROLE: "" });
  expect(app?.profiles).toBeUndefined();
  for (const service of [app, worker])
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
  for (const { security_opt: options } of Object.values(services)) expect(options).toContain("no-new-privileges:true");
});

test("all variables are settings of the server, and secrets have no default", () => {
  const settings = new Set(Array.from(read("docs/configuration.md").matchAll(/^\| `(\w+)`/gmu), ([, name]) => name));
  expect(Object.keys(services["app"]?.environment ?? {}).filter((name) => !settings.has(name))).toEqual([]);
  const text = read("compose.yaml");
  for (const secret of ["SECRET", "POSTGRES_PASSWORD", "STORE_PASSWORD"]) {
    expect(text).toContain(`\${${secret}:?`);
    expect(text).not.toContain(`\${${secret}:-`);
  }
});
