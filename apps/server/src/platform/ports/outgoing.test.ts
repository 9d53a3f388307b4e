import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOutgoing } from "./outgoing.port.ts";

let server: Server;
let port = 0;
let requests = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    if (request.url === "/silent") return;
    if (request.url === "/redirect") return void response.writeHead(302, { location: `http://127.0.0.1:${port}/next` }).end();
    response.end(request.url === "/long" ? "x".repeat(100_000) : "thanks");
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise<void>((resolve) => server.closeAllConnections() ?? void server.close(() => resolve())));

const closed = createOutgoing({ isPrivatePermitted: () => false });
const open = createOutgoing({ isPrivatePermitted: () => true });
const post = (outgoing: typeof open, url: string, timeoutMs = 2_000) => outgoing.post({ url, headers: {}, body: "{}", timeoutMs });

test.each([
  "http://127.0.0.1:PORT/",
  "http://localhost:PORT/",
  "http://localhost.:PORT/",
  "http://[::1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://0.0.0.0:PORT/",
  "http://2130706433:PORT/",
  "http://0x7f000001:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://127.1:PORT/",
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1/",
  "http://[fd00:ec2::254]/",
])("no request is sent to %s", async (address) => {
  const url = address.replace("PORT", String(port));
  const before = requests;
  expect(await closed.isPermitted(url)).toBe(false);
  expect(await post(closed, url)).toEqual({ failure: "private-address" });
  expect(requests).toBe(before);
});

test("a name with one private address among public ones is refused", async () => {
  const addresses = [
    { address: "93.184.215.14", family: 4 },
    { address: "192.168.0.7", family: 4 },
  ];
  const outgoing = createOutgoing({ isPrivatePermitted: () => false, resolve: async () => addresses });
  expect(await outgoing.isPermitted("https://mixed.example/")).toBe(false);
  expect(await post(outgoing, "https://mixed.example/")).toEqual({ failure: "private-address" });
});

test("a name that leads elsewhere after its check is refused, and each connection resolves it once", async () => {
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [{ address: asked === 1 ? "93.184.215.14" : "127.0.0.1", family: 4 }];
  };
  const outgoing = createOutgoing({ isPrivatePermitted: () => false, resolve });
  const before = requests;
  expect(await outgoing.isPermitted(`http://rebinding.example:${port}/`)).toBe(true);
  expect(await post(outgoing, `http://rebinding.example:${port}/`)).toEqual({ failure: "private-address" });
  expect(asked).toBe(2);
  expect(requests).toBe(before);
});

test("the connection goes to the address that was checked", async () => {
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [{ address: asked === 1 ? "127.0.0.1" : "192.0.2.1", family: 4 }];
  };
  const outgoing = createOutgoing({ isPrivatePermitted: () => true, resolve });
  expect(await post(outgoing, `http://receiver.example:${port}/`)).toEqual({ status: 200, body: "thanks" });
  expect(asked).toBe(1);
});

test("a redirect is an answer, and is not followed", async () => {
  const before = requests;
  expect(await post(open, `http://127.0.0.1:${port}/redirect`)).toMatchObject({ status: 302 });
  expect(requests).toBe(before + 1);
});

test("a late answer, a closed port and an unknown name have separate reasons, and long answers are cut", async () => {
  expect(await post(open, `http://127.0.0.1:${port}/silent`, 100)).toEqual({ failure: "timeout" });
  expect(await post(open, "http://127.0.0.1:1/")).toEqual({ failure: "connection" });
  const unknown = createOutgoing({
    isPrivatePermitted: () => false,
    resolve: () => Promise.reject(Object.assign(new Error("unknown"), { code: "ENOTFOUND" })),
  });
  expect(await unknown.isPermitted("https://unknown.example/")).toBe(true);
  expect(await post(unknown, "https://unknown.example/")).toEqual({ failure: "name-not-found" });
  const long = await post(open, `http://127.0.0.1:${port}/long`);
  expect("body" in long && long.body).toHaveLength(4_096);
});
