import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { strFromU8, strToU8, unzipSync } from "fflate";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createExtensionZips, extensionFor } from "./extension.service.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "stillreel-zip-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function build(): Promise<void> {
  const output = path.join(root, "apps/extension/.output/chrome-mv3");
  await mkdir(path.join(output, "icon"), { recursive: true });
  await writeFile(path.join(output, "manifest.json"), JSON.stringify({ name: "x", host_permissions: ["http://localhost:8700/*"] }));
  await writeFile(path.join(output, "icon/16.png"), "png");
}

interface Manifest {
  host_permissions: string[];
  homepage_url: string;
}

test("the zip allows only the server that it was requested from", async () => {
  await build();
  const zips = createExtensionZips(path.join(root, "apps/server/src/web/extension"));
  const files = unzipSync(await zips.zipFor("https://shots.example:8443"));
  expect(Object.keys(files).toSorted()).toEqual(["stillreel/icon/16.png", "stillreel/manifest.json"]);
  const manifest = JSON.parse(strFromU8(files["stillreel/manifest.json"] ?? new Uint8Array())) as Manifest;
  expect(manifest.host_permissions).toEqual(["https://shots.example/*"]);
  expect(manifest.homepage_url).toBe("https://shots.example:8443/");
});

test("the zip is found from the bundle's folder, and created once per address", async () => {
  await build();
  const zips = createExtensionZips(path.join(root, "apps/server/dist"));
  expect(await zips.zipFor("http://a.example")).toBe(await zips.zipFor("http://a.example"));
});

test("the download is unavailable without a build, and available after a build", async () => {
  const zips = createExtensionZips(path.join(root, "apps/server/dist"));
  await expect(zips.zipFor("http://a.example")).rejects.toMatchObject({ code: "unavailable" });
  await build();
  expect((await zips.zipFor("http://a.example")).length).toBeGreaterThan(0);
});

test("other manifest fields of the build are preserved", () => {
  const files = extensionFor("http://localhost:8700", new Map([["manifest.json", strToU8('{"key":"k","host_permissions":[]}')]]));
  expect(JSON.parse(strFromU8(files.get("manifest.json") ?? new Uint8Array()))).toMatchObject({
    key: "k",
    host_permissions: ["http://localhost/*"],
  });
});
