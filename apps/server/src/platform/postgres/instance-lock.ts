import { createHash } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

/** Maximum length of a Unix socket path in bytes, without the final NUL: 107 on Linux, 103 on macOS. */
export const SOCKET_PATH_MAX = process.platform === "darwin" ? 103 : 107;

/** Returns a short, private socket folder for a data folder, independent of the length of the data folder's path. */
export function socketDirectoryFor(folder: string): string {
  const name = `stillreel-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  const location =
    [os.tmpdir(), "/tmp"].find((parent) => Buffer.byteLength(path.join(parent, name, ".s.PGSQL.5432.lock")) <= SOCKET_PATH_MAX) ?? "/tmp";
  return path.join(location, name);
}

/** Lock on the data folder. The kernel releases it when the process ends, even after `kill -9`. */
export interface InstanceLock {
  release(): void;
}

/** Thrown when another live process holds the lock of a data folder. */
export class AlreadyRunningError extends Error {
  constructor(folder: string) {
    super(`Another Stillreel already runs on the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`);
  }
}

/**
 * Acquires the exclusive lock of a data folder. The lock is a listening Unix socket, so a reused process id cannot fake it.
 * @throws AlreadyRunningError when another live process holds the lock.
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
    if (await answers(file)) throw new AlreadyRunningError(folder);
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
