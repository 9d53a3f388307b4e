import { randomBytes } from "node:crypto";
import net from "node:net";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handleError } from "./error-handler.ts";
import { acceptForms, baseName, readForm } from "./multipart.ts";

const BOUNDARY = "b0undary";
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
let app: FastifyInstance;
let port: number;
let stored = 0;
let discarded = 0;
let failures = 0;

beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler(handleError);
  acceptForms(app);
  app.post("/form", async (request, reply) => {
    try {
      const form = await readForm<Buffer>(request, reply, 4 * 1024 * 1024, {
        async receive(file) {
          const chunks: Uint8Array[] = [];
          for await (const chunk of file.body) chunks.push(chunk);
          stored += 1;
          return Buffer.concat(chunks);
        },
        discard: async () => void (discarded += 1),
      });
      return {
        fields: Object.fromEntries(form.fields),
        file: form.file && { field: form.file.fieldName, name: form.file.fileName, bytes: form.file.received.toString("base64") },
      };
    } catch (error) {
      failures += 1;
      throw error;
    }
  });
  app.post("/forms", async (request, reply) => {
    const form = await readForm<{ bytes: number; before: string[] }>(
      request,
      reply,
      1024 * 1024,
      {
        async receive(file, fields) {
          let bytes = 0;
          for await (const chunk of file.body) bytes += chunk.length;
          if (bytes === 13) throw new Error("thirteen");
          stored += 1;
          return { bytes, before: [...fields.keys()] };
        },
        discard: async () => void (discarded += 1),
      },
      { files: ["file", "original"], textBytes: { markers: 100_000 } },
    );
    const files = [...form.files].map(([name, file]) => [name, file.fileName, file.received.bytes, file.received.before]);
    return { files, first: form.file?.fieldName ?? null, markers: form.fields.get("markers")?.length };
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());
beforeEach(() => {
  stored = discarded = failures = 0;
});

const field = (name: string, value: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
    Buffer.from(value),
    Buffer.from("\r\n"),
  ]);
const file = (name: string, bytes: Buffer | string, disposition = `form-data; name="file"; filename="${name}"`): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\nContent-Type: image/png\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from("\r\n"),
  ]);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const post = (payload: Buffer, type = TYPE) => app.inject({ method: "POST", url: "/form", headers: { "content-type": type }, payload });
const fileOf = (body: string): Buffer => Buffer.from((JSON.parse(body) as { file: { bytes: string } }).file.bytes, "base64");

/** Sends a request body in the given pieces over a real socket. Returns the response text. */
async function send(pieces: Buffer[], options: { length?: number; hangUp?: boolean } = {}): Promise<string> {
  const length = options.length ?? pieces.reduce((sum, piece) => sum + piece.length, 0);
  const socket = net.connect(port, "127.0.0.1").setNoDelay(true);
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString())).on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(`POST /form HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${TYPE}\r\nContent-Length: ${length}\r\n\r\n`);
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (options.hangUp) socket.destroy();
  await closed;
  return answer;
}

describe("reading a form", () => {
  it("accepts fields before and after the file", async () => {
    const bytes = randomBytes(300_000);
    const answer = await post(Buffer.concat([field("title", "Grüße 👋"), file("a.png", bytes), field("folderId", ""), END]));
    expect(JSON.parse(answer.body)).toMatchObject({ fields: { title: "Grüße 👋", folderId: "" }, file: { field: "file", name: "a.png" } });
    expect(fileOf(answer.body).equals(bytes)).toBe(true);
  });

  it("reads the same bytes for any division into packets", async () => {
    // Built from the characters of delimiters, so that near misses are frequent.
    const unit = fc.constantFrom("\r", "\n", "-", "--", `\r\n--${BOUNDARY.slice(0, 5)}`, `\r\n--${BOUNDARY.slice(0, -1)}x`, "\r\n-", "x");
    await fc.assert(
      fc.asyncProperty(
        fc.array(unit, { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 }),
        async (units, cuts) => {
          const content = Buffer.from(units.join(""));
          const whole = Buffer.concat([field("title", "t"), file("a.png", content), END]);
          const pieces: Buffer[] = [];
          for (let at = 0, turn = 0; at < whole.length; turn += 1) {
            const size = cuts[turn % cuts.length] ?? 1;
            pieces.push(whole.subarray(at, at + size));
            at += size;
          }
          const answer = await send(pieces);
          expect(fileOf(answer.slice(answer.indexOf("\r\n\r\n") + 4)).equals(content)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("accepts an empty file, a preamble, an epilogue and a quoted boundary", async () => {
    const body = Buffer.concat([Buffer.from("hello\r\n"), file("a.png", ""), END, Buffer.from("bye")]);
    const answer = await post(body, `multipart/form-data; boundary="${BOUNDARY}"`);
    expect(fileOf(answer.body).length).toBe(0);
  });

  it.each([
    ["../../etc/passwd.png", "passwd.png"],
    ["C:\\temp\\x.png", "x.png"],
    ["..", ""],
    ["a%22b.png", 'a"b.png'],
    ["ev\u202egnp.exe", "evgnp.exe"],
    ["tab\there.png", "tabhere.png"],
  ])("sanitizes the file name %s", async (given, expected) => {
    const answer = await post(Buffer.concat([file(given, "x"), END]));
    expect((JSON.parse(answer.body) as { file: { name: string } }).file.name).toBe(expected);
  });

  it("reads RFC 5987 names", async () => {
    const answer = await post(Buffer.concat([file("", "x", `form-data; name="file"; filename="_"; filename*=UTF-8''%e2%82%ac.png`), END]));
    expect((JSON.parse(answer.body) as { file: { name: string } }).file.name).toBe("€.png");
  });

  it("returns null without a file", async () => {
    expect(JSON.parse((await post(Buffer.concat([field("title", "t"), END]))).body)).toEqual({ fields: { title: "t" }, file: null });
  });

  it.each<[string, () => Buffer, string | undefined, number, string]>([
    ["no boundary", () => END, "multipart/form-data", 400, "bad-request"],
    ["a missing boundary", () => Buffer.from("hello"), TYPE, 400, "bad-request"],
    ["an empty body", () => Buffer.alloc(0), TYPE, 400, "bad-request"],
    ["no end", () => file("a.png", "x"), TYPE, 400, "bad-request"],
    ["a cut in the headers", () => Buffer.from(`--${BOUNDARY}\r\nContent-Disp`), TYPE, 400, "bad-request"],
    ["invalid data after a delimiter", () => Buffer.from(`--${BOUNDARY}garbage\r\n\r\n`), TYPE, 400, "bad-request"],
    ["a part without a name", () => Buffer.concat([file("", "x", "form-data"), END]), TYPE, 400, "bad-request"],
    [
      "headers without end",
      () => Buffer.from(`--${BOUNDARY}\r\nX: ${"y".repeat(20_000)}\r\n\r\nz\r\n--${BOUNDARY}--`),
      TYPE,
      400,
      "bad-request",
    ],
    [
      "a huge preamble",
      () => Buffer.concat([Buffer.alloc(1_000_000, 65), Buffer.from("\r\n"), field("a", "b"), END]),
      TYPE,
      400,
      "bad-request",
    ],
    ["a huge field", () => Buffer.concat([field("title", "x".repeat(8 * 1024 + 1)), END]), TYPE, 422, "validation-failed"],
    ["NUL in a field", () => Buffer.concat([field("title", "a\u0000b"), END]), TYPE, 422, "validation-failed"],
    ["a field that is no UTF-8", () => Buffer.concat([field("title", Buffer.from([0xff, 0xfe])), END]), TYPE, 422, "validation-failed"],
    [
      "21 fields",
      () => Buffer.concat([...Array.from({ length: 21 }, (_, at) => field(`f${at}`, "x")), END]),
      TYPE,
      422,
      "validation-failed",
    ],
    [
      "10 001 parts",
      () => Buffer.concat([...Array.from({ length: 10_001 }, () => field("same", "x")), END]),
      TYPE,
      422,
      "validation-failed",
    ],
  ])("refuses %s", async (_name, body, type, status, code) => {
    const answer = await post(body(), type);
    expect([answer.statusCode, (JSON.parse(answer.body) as { code: string }).code]).toEqual([status, code]);
  });

  it("refuses other content types and an announced size beyond the limit", async () => {
    expect(
      (await app.inject({ method: "POST", url: "/form", headers: { "content-type": "application/json" }, payload: "{}" })).statusCode,
    ).toBe(415);
    expect((await post(Buffer.concat([file("a.png", Buffer.alloc(5 * 1024 * 1024)), END]))).statusCode).toBe(413);
  });

  it("discards the file when the data after it is invalid", async () => {
    for (const after of [file("b.png", "y"), field("title", "x".repeat(9000)), Buffer.from(`--${BOUNDARY}nonsense\r\n`)]) {
      stored = discarded = 0;
      const answer = await post(Buffer.concat([file("a.png", "x"), after, END]));
      expect([answer.statusCode >= 400, stored, discarded]).toEqual([true, 1, 1]);
    }
  });

  it("continues to work after a client disconnects during its request", async () => {
    await send([field("title", "t"), file("a.png", Buffer.alloc(50_000)).subarray(0, 20_000)], { length: 60_000, hangUp: true });
    await expect.poll(() => failures).toBe(1);
    expect(stored).toBe(0);
    expect((await post(Buffer.concat([field("a", "b"), END]))).statusCode).toBe(200);
  });

  it("sends the response to a refused client that is still sending", async () => {
    const answer = await send([field("title", "x".repeat(9000)), ...Array.from({ length: 40 }, () => Buffer.alloc(64 * 1024)), END]);
    expect(answer).toContain("HTTP/1.1 422");
  });
});

describe("reading a form with several files", () => {
  const named = (name: string, bytes: string): Buffer => file("x.png", bytes, `form-data; name="${name}"; filename="${name}.png"`);
  const postAll = (...parts: Buffer[]) =>
    app.inject({ method: "POST", url: "/forms", headers: { "content-type": TYPE }, payload: Buffer.concat([...parts, END]) });

  it("reads each part by its name, in any order, with the fields before it", async () => {
    const answer = await postAll(field("a", "1"), named("original", "12345"), field("b", "2"), named("file", "1234567"));
    expect(JSON.parse(answer.body)).toMatchObject({
      files: [
        ["original", "original.png", 5, ["a"]],
        ["file", "file.png", 7, ["a", "b"]],
      ],
      first: "original",
    });
    expect([stored, discarded]).toEqual([2, 0]);
    expect(JSON.parse((await postAll(field("a", "1"))).body)).toMatchObject({ files: [], first: null });
  });

  it("accepts a long text up to the declared limit of its field", async () => {
    expect(JSON.parse((await postAll(field("markers", "x".repeat(100_000)))).body)).toMatchObject({ markers: 100_000 });
    const long = await postAll(field("markers", "x".repeat(100_001)));
    expect(JSON.parse(long.body)).toMatchObject({ code: "validation-failed", details: [{ field: "markers", code: "too_big" }] });
    for (const name of ["title", "constructor", "__proto__"]) expect((await postAll(field(name, "x".repeat(8_193)))).statusCode).toBe(422);
  });

  it.each<[string, () => Buffer[], number, string?]>([
    ["a file under another name", () => [named("blob", "x")], 0, "blob"],
    ["the same file twice", () => [named("file", "x"), named("file", "y")], 1, "file"],
    ["a file that its receiver refuses", () => [named("file", "x"), named("original", "x".repeat(13))], 1],
    [
      "a field that is too long, after both files",
      () => [named("file", "x"), named("original", "y"), field("title", "x".repeat(9_000))],
      2,
      "title",
    ],
    ["a form that ends too early", () => [named("file", "x"), named("original", "y"), Buffer.from("--b0undaryx")], 2],
  ])("discards all files for %s", async (_name, parts, taken, complaint) => {
    const answer = await postAll(...parts());
    expect([answer.statusCode >= 400, stored, discarded]).toEqual([true, taken, taken]);
    if (complaint) expect(JSON.parse(answer.body)).toMatchObject({ details: [{ field: complaint }] });
  });
});

describe("base names", () => {
  it("contain no path separators, control characters or bidi overrides", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const base = baseName(name);
        expect(base).not.toMatch(/[/\\\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
        expect([".", ".."]).not.toContain(base);
      }),
    );
  });
});
