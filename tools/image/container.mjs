// Runs programs in the file system of the image: with its user, without the right to write to it, and with their own process ids. This is
// what a container program does with `--user 1000 --read-only --tmpfs /tmp`; none runs in every environment of this check.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** User `node` of the image. */
export const USER_ID = 1000;

/** `$1` is the root folder, `$2` the data folder, the rest is the program with its environment. */
const ENTER = `set -e
root="$1"; data="$2"; shift 2
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot --userspec=${USER_ID}:${USER_ID} "$root" env --ignore-environment "$@"`;

/** Sends a signal to the first process in the image: the only child of `unshare`. */
function signalFirst(parent, signal) {
  try {
    const first = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim();
    if (first !== "") process.kill(Number(first), signal);
  } catch {
    // It has ended already.
  }
}

/**
 * Starts a program in the image.
 * @param image `root` folder, `directory` and `environment` of the image
 * @param data folder of the host that is `/data`
 */
export function startInImage({ root, directory, environment }, data, command, variables = {}) {
  const settings = [...environment, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)];
  const inside = [`--chdir=${directory}`, ...settings, ...command];
  const namespaces = ["--mount", "--pid", "--ipc", "--fork"];
  const child = spawn("unshare", [...namespaces, "sh", "-c", ENTER, "enter", root, data, ...inside], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  // All processes in the image have the streams: they close when the last one has ended.
  const closed = new Promise((resolve) => child.on("close", resolve));
  return {
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** Resolves with the exit code. */
    closed,
    /** Stops it like a container: by a signal to its first process. Returns whether it ended in time. */
    async stop(withinMs) {
      signalFirst(child.pid, "SIGTERM");
      const isStopped = await Promise.race([closed.then(() => true), sleep(withinMs, false)]);
      // With the first process, all others in its namespace end.
      if (!isStopped) signalFirst(child.pid, "SIGKILL");
      await closed;
      return isStopped;
    },
  };
}

/** Runs a program in the image until it ends. @throws with its output */
export async function runInImage(image, data, command, variables) {
  const started = startInImage(image, data, command, variables);
  const code = await started.closed;
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code} in the image\n${started.output().slice(-4_000)}`);
}
