// `npm run admin -- user list`: administration from the command line (docs/self-hosting.md). Only the result is on standard output.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { stalePartsOf } from "./parts.mjs";
import { ASK_OWNER, fail, mayWrite, modernNode, ROOT, SERVER_ENV, SERVER_FLAGS, toolEnv } from "./runtime.mjs";

process.chdir(ROOT);
const node = modernNode();
if (stalePartsOf().some((part) => part.name === "server")) {
  if (!mayWrite(ROOT)) fail(`The build in ${ROOT} is missing or outdated. ${ASK_OWNER}`);
  const { status } = spawnSync(node, ["tools/build.mjs", "server"], { stdio: ["ignore", 2, 2], env: toolEnv() });
  if (status !== 0) process.exit(1);
}
const { status } = spawnSync(node, [...SERVER_FLAGS, path.join(ROOT, "apps/server/dist/admin.js"), ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...SERVER_ENV, ...process.env, NODE_ENV: process.env.NODE_ENV ?? "production" },
});
process.exit(status ?? 1);
