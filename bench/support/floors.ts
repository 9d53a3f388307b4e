import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** A minimal program that does the least possible work. The product is measured as a share of it. */
export interface Floor {
  url: string;
  stop(): Promise<void>;
}

function started(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = pattern.exec(text);
      if (found) resolve(found[1] ?? "");
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The floor ended with ${code}: ${text}`)));
  });
}

function stopper(child: ChildProcess): () => Promise<void> {
  return () =>
    new Promise((resolve) => {
      if (child.exitCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });
}

async function nodeFloor(script: string, env: Record<string, string>): Promise<Floor> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, script)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await started(child, /listening (\S+)/u);
  return { url, stop: stopper(child) };
}

/** Starts raw Node http that writes each request's body to a file and syncs it before it responds. */
export const rawWrite = (folder: string): Promise<Floor> => nodeFloor("floor-write.ts", { FOLDER: folder });

/** Starts raw Node http and `pg` with one prepared query for 50 rows. */
export const rawQuery = (databaseUrl: string, containerId: string): Promise<Floor> =>
  nodeFloor("floor-query.ts", { DATABASE_URL: databaseUrl, CONTAINER_ID: containerId });

/** Starts Debian's nginx with sendfile for one folder. Returns null when nginx is not installed. */
export async function nginx(folder: string, workFolder: string, port: number): Promise<Floor | null> {
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, { recursive: true });
  const configuration = `worker_processes 1; daemon off; pid ${workFolder}/nginx.pid; error_log ${workFolder}/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; types { image/png png; video/mp4 mp4; }
  client_body_temp_path ${workFolder}/b; proxy_temp_path ${workFolder}/p; fastcgi_temp_path ${workFolder}/f; uwsgi_temp_path ${workFolder}/u; scgi_temp_path ${workFolder}/s;
  server { listen 127.0.0.1:${port}; root ${folder}; } }`;
  const file = path.join(workFolder, "nginx.conf");
  await writeFile(file, configuration);
  const child = spawn("nginx", ["-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  const missing = await new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(true));
    child.once("spawn", () => resolve(false));
  });
  if (missing) return null;
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const up = await fetch(url).then(
      () => true,
      () => false,
    );
    if (up) return { url, stop: stopper(child) };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nginx did not come up.");
}
