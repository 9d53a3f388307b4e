// Runs before each file of API tests.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { useBundledPrograms } from "@stillreel/server/platform/ports/confinement/child-program.ts";

if (process.env["BUILT_SERVER"] === "1")
  useBundledPrograms(path.dirname(fileURLToPath(new URL("../../apps/server/dist/main.js", import.meta.url))));
