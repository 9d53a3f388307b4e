import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { serverProgram } from "@stillreel/testing/server-program";
import { expect, onTestFinished, test, vi } from "vitest";
import { commandOf } from "./platform/postgres/process-state.ts";

type Environment = Record<string, string | undefined>;

/** Returns the environment of an installation with an embedded database, removed after the test. */
function installation(): Environment {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-admin-"));
  fs.chmodSync(home, 0o755);
  const { PATH, HOME, TMPDIR } = process.env;
  const postmaster = (): number => {
    const file = path.join(home, "data", "postgres", "postmaster.pid");
    return fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8").split("\n")[0]) : 0;
  };
  onTestFinished(async () => {
    // The watchdog stops the database. Its files can be deleted only afterwards.
    await vi.waitUntil(() => commandOf(postmaster()) === null, { timeout: 10_000 });
    fs.rmSync(home, { recursive: true, force: true });
  });
  return {
    PATH,
    HOME,
    ...(TMPDIR ? { TMPDIR } : {}),
    DATA_DIR: path.join(home, "data"),
    PORT: "0",
    PASSWORD_COST: "minimal",
    NODE_ENV: "test",
  };
}

function admin(env: Environment, args: string[], input = ""): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [serverProgram("admin"), ...args], { env, input, encoding: "utf8", timeout: 60_000 });
}

/** Starts the server and returns its address. */
async function started(env: Environment): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [serverProgram("main")], { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  await vi.waitFor(() => expect(output).toContain("Stillreel is ready at"), { timeout: 30_000 });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exited;
  };
  return { url: /ready at (\S+)/u.exec(output)?.[1] ?? "", stop };
}

const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) });

test("administers accounts and settings, and checks the installation, beside a running server and without it, with the rules of the portal", async () => {
  const env = installation();
  const absent = admin(env, ["user", "list"]);
  expect([absent.status, absent.stdout]).toEqual([1, ""]);
  expect(absent.stderr).toContain("there is no database");
  expect(admin(env, ["doctor"])).toMatchObject({ status: 1, stdout: expect.stringContaining("there is no database") });
  expect(admin(env, ["--help"]).stdout).toContain("npm run admin -- doctor\n");

  const server = await started(env);
  for (const [args, sentence, isAll] of [
    [["user", "explode"], "There is no command user explode.", true],
    [["user"], "Name what to do: list, create,", true],
    [["user", "list", "--role", "king"], "There is no role king.", false],
    [["user", "promote"], "An argument is missing.", false],
    [["user", "list", "--frob"], "Unknown option '--frob'.\nUsage:", false],
    [["setting", "set", "logo", "x"], "Upload the logo in the portal", false],
  ] as const) {
    const wrong = admin(env, [...args]);
    expect([wrong.status, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toContain(sentence);
    // A command that exists shows only its own usage.
    expect(wrong.stderr.includes("npm run admin -- user reset-password EMAIL")).toBe(isAll);
  }
  const login = (password: string, email = "ada@example.test") => post(`${server.url}/api/v1/auth/login`, { email, password });
  expect(admin(env, ["user", "create", "ada@example.test", "Ada", "--password-stdin"], "correct horse 7\n")).toMatchObject({
    status: 0,
    stdout: "ada@example.test: created\n",
  });
  const first = await login("correct horse 7");
  expect(first.status).toBe(200);
  const adminToken = ((await first.json()) as { data: { idToken: string } }).data.idToken;
  const made = admin(env, ["user", "create", "ben@example.test", "Ben"]);
  const password = /Password: (\S+)/u.exec(made.stdout)?.[1] ?? "";
  const session = await login(password, "ben@example.test");
  expect(session.status).toBe(200);
  const { data } = (await session.json()) as { data: { idToken: string } };

  expect(admin(env, ["user", "create", "ada@example.test", "Ada"])).toMatchObject({
    status: 1,
    stderr: "User with this email already exists\n",
  });
  expect(admin(env, ["user", "create", "eve@example.test", "Eve", "--password-stdin"], "Password1\n").stderr).toContain(
    "password: This is one of the most common passwords",
  );
  expect(admin(env, ["user", "disable-two-factor", "ben@example.test"])).toMatchObject({
    status: 1,
    stderr: "The authenticator app is not on.\n",
  });
  expect(admin(env, ["user", "create", "nonsense", "Ada"]).stderr).toContain("email: Enter an e-mail address");
  expect(admin(env, ["user", "demote", "ada@example.test"])).toMatchObject({
    status: 1,
    stderr: "Make someone else an administrator first.\n",
  });
  expect(admin(env, ["user", "suspend", "nobody@example.test"]).stderr).toContain("nobody@example.test");

  // The address of the mail server has a password.
  const address = "smtp://postmaster:top-secret@127.0.0.1:9\n";
  const mail = admin(env, ["setting", "set", "smtpUrl", "--value-stdin"], address);
  expect(mail.stdout).toBe('smtpUrl\tsaved\t"smtp://127.0.0.1:9"\n');
  const ill = admin(env, ["doctor"]);
  expect(ill.status).toBe(1);
  expect(ill.stdout).toMatch(/^Problem {4}mail: The mail server can't be used: .*ECONNREFUSED/mu);
  expect(ill.stdout).toMatch(/^\w+ +queue: /mu);
  expect(ill.stdout).not.toContain("top-secret");
  // The running server uses the new value without a restart.
  const read = async (): Promise<unknown> => {
    const response = await fetch(`${server.url}/api/v1/admin/settings`, { headers: { authorization: `Bearer ${adminToken}` } });
    return ((await response.json()) as { data?: { smtpUrl: { value: string } } }).data?.smtpUrl.value;
  };
  await vi.waitFor(async () => expect(await read()).toBe("smtp://127.0.0.1:9"), { timeout: 10_000 });

  expect(admin(env, ["verify"])).toMatchObject({ status: 0, stdout: expect.stringContaining("0 missing") });

  const stream = await fetch(`${server.url}/api/v1/events`, { headers: { authorization: `Bearer ${data.idToken}` } });
  const over = stream.text().catch(() => "");
  const startedAt = performance.now();
  expect(admin(env, ["user", "suspend", "ben@example.test"]).stdout).toBe("ben@example.test: suspended\n");
  await over;
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  const refused = await login(password, "ben@example.test");
  expect(await refused.json()).toMatchObject({ code: "account-suspended" });

  await server.stop();
  expect(admin(env, ["setting", "reset", "smtpUrl"]).stdout).toBe("smtpUrl\tdefault\tnull\n");
  const well = admin(env, ["doctor"]);
  expect(well.stdout).toContain("The server is stopped.");
  expect(well.stdout).not.toMatch(/ queue: /u);
  expect([well.status, well.stdout.match(/^Problem/gmu)]).toEqual([0, null]);
  expect(admin(env, ["user", "restore", "ben@example.test"]).status).toBe(0);
  expect(admin(env, ["user", "promote", "ben@example.test"]).status).toBe(0);
  expect(admin(env, ["user", "list"]).stdout).toMatch(
    /^ben@example\.test\tadmin\tactive\t0\tBen\nada@example\.test\tadmin\tactive\t0\tAda\n$/u,
  );
  expect(admin(env, ["user", "list", "--query", "AD", "--json"]).stdout).toContain('"email":"ada@example.test"');
  expect(admin(env, ["user", "reset-password", "ada@example.test"]).stdout).toMatch(/\/auth\/reset\?code=[\w-]{43}\n$/u);
}, 360_000);
