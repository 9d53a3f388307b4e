import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activeIsolation, runConfined } from "./confined-process.ts";
import { type Isolation, isolationPrefix } from "./isolation.ts";

/** A program that tries to read, write and connect as an exploited decoder would. Each line of output is one success. */
const attack = (secret: string, elsewhere: string, port: number, pid: number): string => `
cat "${secret}" 2>/dev/null
echo x > "${elsewhere}" 2>/dev/null
(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo "connected"
[ -e /proc/${pid}/environ ] && echo "saw the server"
echo result > own && echo "wrote in the job's folder"
cat "$1"
`;
const LIMITS = { wallMs: 20_000, cpuS: 10, memoryBytes: 2e9, fileBytes: 1e6 };

let isolation: Isolation;
let folder: string;
beforeAll(async () => {
  isolation = await activeIsolation();
  folder = mkdtempSync(path.join(tmpdir(), "stillreel-isolation-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a program that reads user files", () => {
  it("has access to its input and folder, and where the machine allows an isolation to nothing else", async () => {
    const [secret, input, cwd] = [path.join(folder, "secret"), path.join(folder, "input"), mkdtempSync(path.join(folder, "job-"))];
    writeFileSync(secret, "the secret\n");
    writeFileSync(input, "the input\n");
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const elsewhere = path.join(folder, "elsewhere");
    const script = attack(secret, elsewhere, port, process.pid);
    const ending = await runConfined({ program: "/bin/bash", args: ["-c", script, "attack", input], limits: LIMITS, cwd, reads: [input] });
    server.close();
    const lines = ending.stdout.trim().split("\n");
    const allowed = ["wrote in the job's folder", "the input"];
    expect(lines).toEqual(expect.arrayContaining(allowed));
    if (isolation !== "none") expect([lines, existsSync(elsewhere)]).toEqual([allowed, false]);
  });

  it.skipIf(process.platform !== "linux")("cannot write inputs and system files, mount or gain rights; returns its exit code", async () => {
    const cwd = mkdtempSync(path.join(folder, "job-"));
    const [outside, inside] = [path.join(folder, "an input"), path.join(cwd, "in")];
    writeFileSync(outside, "before");
    mkdirSync(inside);
    writeFileSync(path.join(inside, "source"), "before");
    const script = `
for file in /usr /usr/bin /lib /etc/ld.so.cache "$1" in in/source; do [ -w "$file" ] && echo "may write $file"; done
echo after > "$1"; echo after > in/source; mount -t tmpfs none /usr; grep CapEff /proc/self/status; pwd; exit 7`;
    const args = ["-c", script, "attack", outside];
    const { code, stdout } = await runConfined({ program: "/bin/bash", args, limits: LIMITS, cwd, reads: [outside, inside] });
    expect(code).toBe(7);
    if (isolation === "none") return;
    expect([readFileSync(outside, "utf8"), readFileSync(path.join(inside, "source"), "utf8")]).toEqual(["before", "before"]);
    expect(stdout.split("\n")).toEqual(["CapEff:\t0000000000000000", cwd, ""]);
  });
});

describe("the isolation of a program", () => {
  const access = { cwd: "/jobs/1", reads: ["/store/a", "ffmpeg", "/jobs/1/in"] };

  it("makes its folder writable after everything else, and mounts inputs in it for reading", () => {
    const prefix = isolationPrefix("bubblewrap", access).join(" ");
    expect(prefix).toContain("--unshare-all --die-with-parent --cap-drop ALL");
    expect(prefix).toContain("--ro-bind-try /store/a /store/a");
    expect(prefix).toMatch(/--bind \/jobs\/1 \/jobs\/1 --ro-bind-try \/jobs\/1\/in \/jobs\/1\/in --chdir \/jobs\/1 --$/u);
    expect(prefix).not.toContain("ffmpeg");
  });

  it("is absent on machines that permit none", () => {
    expect(isolationPrefix("none", access)).toEqual([]);
  });
});
