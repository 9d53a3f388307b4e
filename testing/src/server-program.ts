import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("../../apps/server", import.meta.url));

/**
 * Returns the path of a program of the server. `npm test` builds the product first and sets `BUILT_SERVER`: the bundle starts with a fifth of the
 * processor time, and it is what users run. Other runs use the source, which is never older than the tests.
 */
export function serverProgram(name: "main" | "admin" | "verify"): string {
  const built = path.join(SERVER, "dist", `${name}.js`);
  return process.env["BUILT_SERVER"] === "1" && existsSync(built) ? built : path.join(SERVER, "src", `${name}.ts`);
}
