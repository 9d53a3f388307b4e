import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { type DatabaseProxy, emptyDatabase, failServerProcess, startDatabaseProxy } from "@stillreel/testing";
import pino from "pino";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ConfigError, readConfig } from "../config/config.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../postgres/index.ts";
import { UnusableDatabase } from "./database-errors.ts";
import { migrateDatabase } from "./migrate.ts";
import { createPool } from "./pool.ts";
import { checkSameDatabase, waitForDatabase } from "./wait-for-database.ts";

const log = pino({ level: "silent" });
const PASSWORD = "s3cret";
let root: string;
let server: EmbeddedPostgres;
let proxy: DatabaseProxy;
let web: http.Server;
/** A PostgreSQL with passwords, and a port that no program uses. */
let port: string;
let closedPort: number;

const portOf = (one: http.Server): number => (one.address() as AddressInfo).port;
const listening = (one: http.Server): Promise<void> => new Promise((resolve) => one.listen(0, "127.0.0.1", () => resolve()));

beforeAll(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-address-"));
  fs.chmodSync(root, 0o755);
  const rules = path.join(root, "hba.conf");
  const start = (lines: string) => {
    fs.writeFileSync(rules, lines);
    return startEmbeddedPostgres({ dir: path.join(root, "postgres"), durable: false, log, settings: { hba_file: rules } });
  };
  server = await start("local all stillreel trust\nlocal all all scram-sha-256\n");
  const admin = createPool(server.connection, { max: 1, log });
  await admin.query(`create role ada login password '${PASSWORD}'`);
  await admin.query("create database fixed");
  await admin.query("alter database fixed set default_transaction_read_only = on");
  await admin.query("create database closed");
  await admin.query("revoke connect on database closed from public");
  await admin.end();
  proxy = await startDatabaseProxy(server.connection);
  port = new URL((proxy.address as { connectionString: string }).connectionString).port;
  web = http.createServer((_request, response) => response.end("hello"));
  const gone = http.createServer();
  await Promise.all([listening(web), listening(gone)]);
  closedPort = portOf(gone);
  await new Promise((resolve) => gone.close(resolve));
}, 60_000);
afterAll(async () => {
  web.closeAllConnections();
  await new Promise((resolve) => web.close(resolve));
  await proxy.close();
  await server.stop();
  fs.rmSync(root, { recursive: true, force: true });
});

/** Returns the line with which a start on this address ends. */
async function refusalOf(url: string): Promise<string> {
  try {
    const { DATABASE_URL = "" } = readConfig({ DATABASE_URL: url });
    const pool = createPool({ connectionString: DATABASE_URL }, { max: 3, log });
    try {
      await waitForDatabase(pool, { name: "DATABASE_URL", url: DATABASE_URL }, log, 0);
      await migrateDatabase(pool);
    } finally {
      await pool.end();
    }
  } catch (error) {
    expect(error instanceof ConfigError || error instanceof UnusableDatabase).toBe(true);
    return (error as Error).message;
  }
  throw new Error("The address was accepted.");
}

const at = (rest: string, user = `ada:${PASSWORD}`): string => `postgres://${user}@127.0.0.1:${port}/${rest}`;

test.each([
  ["the scheme", () => "mysql://ada:s3cret@db/shots", /must have the form postgres:\/\/USER:PASSWORD@HOST:5432\/DATABASE/u],
  ["no address", () => "ada:s3cret", /must have the form postgres:/u],
  ["the host", () => "postgres://ada:s3cret@no-such-host.invalid/shots", /no database answers at no-such-host\.invalid/u],
  ["the port", () => `postgres://ada:s3cret@127.0.0.1:${closedPort}/shots`, /ECONNREFUSED.*Start it, or correct host and port/u],
  ["the password", () => at("postgres", "ada:s3cret-wrong"), /password authentication failed.*Correct the user or the password/u],
  ["the user", () => at("postgres", "bob:s3cret"), /Correct the user/u],
  ["the database", () => at("nope"), /"nope" does not exist.*Create this database/u],
  ["TLS", () => at("postgres?sslmode=require"), /SSL.*Remove sslmode/u],
  ["another program", () => `postgres://ada:s3cret@127.0.0.1:${portOf(web)}/shots`, /Another program than PostgreSQL may use this port/u],
  ["a read-only database", () => at("fixed"), /permits no changes.*primary/u],
  ["no right to connect", () => at("closed"), /permission denied.*right to connect/u],
  ["no right to create tables", () => at("postgres"), /Make it the owner of the database/u],
])(
  "a wrong address ends the start with one line: %s",
  async (_what, url, expected) => {
    const line = await refusalOf(url());
    expect(line).toMatch(expected);
    expect(line.replace(/^The configuration cannot be used\.\n\s+/u, "")).toMatch(/^DATABASE_URL: [^\n]+$/u);
    expect(line).not.toContain(PASSWORD);
  },
  30_000,
);

test("two addresses of different databases are refused", async () => {
  const other = await emptyDatabase(inject("cluster"));
  const [here, there] = [createPool(server.connection, { max: 1, log }), createPool(other.address, { max: 1, log })];
  try {
    await checkSameDatabase(here, here);
    await expect(checkSameDatabase(here, there)).rejects.toThrow(/^DATABASE_DIRECT_URL: leads to another database/u);
  } finally {
    await Promise.all([here.end(), there.end()]);
    await other.drop();
  }
});

test("the program prints the line once, without the calls that led to it", async () => {
  const dataDir = path.join(root, "data");
  const { code, output } = await failServerProcess({ dataDir, env: { DATABASE_URL: at("nope"), LOG_LEVEL: "info" } });
  expect(code).toBe(1);
  expect(output).toMatch(/^DATABASE_URL: [^\n]+"nope" does not exist[^\n]+\.$/mu);
  expect(output).not.toMatch(/\bat .*\.(ts|js):\d+/u);
  expect(output).not.toContain(PASSWORD);
});
