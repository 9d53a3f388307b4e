import { createHash } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

/** Longest path of a unix socket, in bytes, on Linux less the final NUL; macOS allows 103. */
export const SOCKET_PATH_MAX = process.platform === "darwin" ? 103 : 107;

/** A short, private folder for sockets that belong to a data folder, whatever the length of its path. */
export function socketDirectoryFor(folder: string): string {
  const name = `stillreel-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  const place =
    [os.tmpdir(), "/tmp"].find((parent) => Buffer.byteLength(path.join(parent, name, ".s.PGSQL.5432.lock")) <= SOCKET_PATH_MAX) ?? "/tmp";
  return path.join(place, name);
}

/** Held while this process owns the data folder; the kernel lets go of it with the process, even after `kill -9`. */
export interface InstanceLock {
  release(): void;
}

/**
 * Takes the one lock of a data folder: a listening unix socket, which no process id that was reused can fake.
 * @throws Error when another live process holds it.
 */
export async function lockInstance(folder: string): Promise<InstanceLock> {
  const inside = path.join(folder, "instance.lock");
  const file = Buffer.byteLength(inside) <= SOCKET_PATH_MAX ? inside : `${socketDirectoryFor(folder)}.lock`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const server = net.createServer((socket) => socket.end());
    server.unref();
    const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once("error", resolve);
      server.listen(file, () => resolve(null));
    });
    if (!failure) return { release: () => void server.close() };
    if (failure.code !== "EADDRINUSE") throw failure;
    if (await answers(file))
      throw new Error(`Another Stillreel already runs on the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`);
    fs.rmSync(file, { force: true });
  }
  throw new Error(`The lock of the data folder ${folder} could not be taken.`);
}

function answers(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(file, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
