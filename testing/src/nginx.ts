import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const EXAMPLE = fileURLToPath(new URL("../../ops/proxy/nginx.conf", import.meta.url));
const READY_MS = 60_000;

/** Returns whether nginx is installed. */
export const hasNginx = (): boolean => spawnSync("nginx", ["-v"]).status === 0;

/** Returns a port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The shipped example with other addresses, and without TLS. The header `x-upstream` names the processes that were asked, for tests. */
function configuration(home: string, port: number, servers: readonly string[]): string {
  const upstream = servers.map((url) => `server ${new URL(url).host} max_fails=0;`).join("\n  ");
  const example = fs
    .readFileSync(EXAMPLE, "utf8")
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*\n/gmu, "")
    .replace(/server 10\.0\.0\.11:8700 max_fails=0;\s+server 10\.0\.0\.12:8700 max_fails=0;/u, () => upstream);
  if (example.includes("10.0.0.")) throw new Error("The example for nginx has other servers than expected.");
  return `
daemon off;
user root;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  add_header X-Upstream $upstream_addr always;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/temp;
  ${example}
}
`;
}

/** A running nginx. */
export interface Nginx {
  url: string;
  stop(): Promise<void>;
}

/** Starts nginx with the shipped example in front of web processes, at least one of which is ready. `home` has its files. */
export async function startNginx(home: string, servers: readonly string[], port: number): Promise<Nginx> {
  const file = path.join(home, "nginx.conf");
  fs.writeFileSync(file, configuration(home, port, servers));
  const child = spawn("nginx", ["-p", home, "-c", file], { stdio: "inherit" });
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  const limit = performance.now() + READY_MS;
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > limit) {
      await stop();
      throw new Error("nginx did not start.");
    }
    await sleep(50);
  }
  return { url, stop };
}
