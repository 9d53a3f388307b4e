// `npm run dev [-- --extension]`: the server with reload, the portal with hot reload in front of it, and optionally the extension.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { ensureInstalled, fail, hopToModernNode, ROOT, print, toolEnv } from "./runtime.mjs";

const PORTAL_PORT = 5173;

ensureInstalled();
hopToModernNode();
if (!existsSync(path.join(ROOT, "apps/server/src/main.ts"))) fail("There is no server yet (apps/server/src/main.ts is missing).");

const children = [];
let isStopping = false;
function stop(code) {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill("SIGTERM");
  setTimeout(() => process.exit(code), 500).unref();
}
function run(args, cwd, env) {
  const child = spawn(process.execPath, args, { cwd, env: toolEnv(env), stdio: "inherit" });
  child.on("exit", (code) => stop(code ?? 1));
  children.push(child);
}

const serverPort = Number(process.env.PORT ?? 8700);
// Users open the portal's address, so it is the public one: links and the same-origin rule use it.
run(["--watch-path=apps/server/src", "--watch-path=packages", "--watch-preserve-output", "apps/server/src/main.ts"], ROOT, {
  PORT: String(serverPort),
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${PORTAL_PORT}`,
});

if (existsSync(path.join(ROOT, "apps/portal/index.html"))) {
  // The portal's vite.config.ts proxies the server's paths to this address.
  process.env.STILLREEL_SERVER = `http://127.0.0.1:${serverPort}`;
  const { createServer } = await import("vite");
  const { examplePages } = await import("./examples.mjs");
  const portal = await createServer({
    root: path.join(ROOT, "apps/portal"),
    server: { port: PORTAL_PORT, strictPort: true },
    plugins: [await examplePages()],
  });
  await portal.listen();
  print(`Portal with hot reload: http://localhost:${PORTAL_PORT}`);
  print(`Examples of packages: http://localhost:${PORTAL_PORT}/examples/`);
} else {
  print("There is no portal yet (apps/portal/index.html is missing): only the server runs.");
}
if (process.argv.includes("--extension")) run([path.join(ROOT, "node_modules/wxt/bin/wxt.mjs")], path.join(ROOT, "apps/extension"), {});

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop(0));
