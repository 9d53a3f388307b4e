import type { Pool } from "pg";
import { expect, test } from "vitest";
import { encodingProblem, poolerProblem, spaceProblem } from "./problems.service.ts";

/** A pool whose connections have the process ids that `processOf` returns for a connection number and whether another one is in a transaction. */
function poolOf(processOf: (connection: number, isOtherBusy: boolean) => number): Pick<Pool, "connect"> & { open(): number } {
  let count = 0;
  let open = 0;
  let busy: number | undefined;
  const connect = async () => {
    const connection = count++;
    open += 1;
    return {
      query: async (text: string) => {
        if (text === "begin") busy = connection;
        if (text === "rollback") busy = undefined;
        return { rows: [{ pid: processOf(connection, busy !== undefined && busy !== connection) }] };
      },
      release: () => (open -= 1),
    };
  };
  return { connect: connect as never, open: () => open };
}

test("connections with their own processes are no problem", async () => {
  const pool = poolOf((connection) => 100 + connection);
  expect(await poolerProblem(pool)).toBeNull();
  expect(pool.open()).toBe(0);
});

test.each([
  ["the second connection gets the process of the first one", (_connection: number, isOtherBusy: boolean) => (isOtherBusy ? 101 : 100)],
  [
    "the process of the first connection changes",
    (connection: number, isOtherBusy: boolean) => (connection === 1 ? 102 : isOtherBusy ? 101 : 100),
  ],
])("a pooler by transaction is recognised: %s", async (_how, processOf) => {
  expect(await poolerProblem(poolOf(processOf))).toContain("works by transaction");
});

test("an encoding other than UTF-8 is reported", async () => {
  const poolWith = (encoding: string) => ({ query: (async () => ({ rows: [{ server_encoding: encoding }] })) as never });
  expect(await encodingProblem(poolWith("UTF8"))).toBeNull();
  expect(await encodingProblem(poolWith("LATIN1"))).toContain("as LATIN1");
});

test("low free space is reported in MB", () => {
  expect(spaceProblem(1024 ** 3)).toBeNull();
  expect(spaceProblem(812.5 * 1024 ** 2)).toContain("Only 812 MB are free");
});
