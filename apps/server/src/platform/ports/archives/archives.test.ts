import { Readable } from "node:stream";
import { crc32, deflateRawSync } from "node:zlib";
import { unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { assertSafeZip, cleanName, createNames, openZip, withEnding, writeZip, zipSize, type ZipEntry } from "./index.ts";

const AT = new Date("2026-11-21T10:20:30Z");
const entry = (name: string, bytes: Uint8Array): ZipEntry & { sizeBytes: number } => ({
  name,
  modifiedAt: AT,
  sizeBytes: bytes.byteLength,
  open: async () => Readable.from([bytes]),
});
async function gather(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const sourceOf = (bytes: Buffer) => ({
  sizeBytes: bytes.length,
  read: async (start: number, end: number) => Readable.from([bytes.subarray(start, end)], { objectMode: false }),
});
async function membersOf(bytes: Buffer) {
  const found: { path: string; problem: string | null; text: string | null }[] = [];
  for await (const member of (await openZip(sourceOf(bytes))).members()) {
    const text = member.problem === null ? (await gather(await member.open())).toString() : null;
    found.push({ path: member.path, problem: member.problem, text });
  }
  return found;
}

describe("writing a zip", () => {
  it("preserves names and bytes, and has the announced length", async () => {
    const entries = [
      entry("a.png", Buffer.from("one")),
      entry("ordner/ä 日本 😀.png", Buffer.alloc(70_000, 7)),
      entry("leer.txt", Buffer.alloc(0)),
    ];
    const zip = await gather(writeZip(entries));
    expect(zip.length).toBe(zipSize(entries));
    const read = unzipSync(zip);
    expect(Object.keys(read)).toEqual(entries.map(({ name }) => name));
    expect(Buffer.from(read["ordner/ä 日本 😀.png"] ?? []).equals(Buffer.alloc(70_000, 7))).toBe(true);
    expect((await membersOf(zip)).map(({ path, text }) => [path, text?.length])).toEqual([
      ["a.png", 3],
      ["ordner/ä 日本 😀.png", 70_000],
      ["leer.txt", 0],
    ]);
  });

  it("supports more than 65,535 files", async () => {
    const entries = Array.from({ length: 66_000 }, (_, at) => entry(`f${at}`, Buffer.alloc(0)));
    const zip = await gather(writeZip(entries));
    expect(zip.length).toBe(zipSize(entries));
    let count = 0;
    for await (const member of (await openZip(sourceOf(zip))).members()) if (member.path === `f${count}`) count += 1;
    expect(count).toBe(66_000);
  });

  it("omits files that do not open, and fails for a wrong length", async () => {
    const zip = await gather(writeZip([{ ...entry("gone", Buffer.alloc(1)), open: async () => null }, entry("here", Buffer.from("x"))]));
    expect((await membersOf(zip)).map(({ path }) => path)).toEqual(["here"]);
    await expect(gather(writeZip([{ ...entry("short", Buffer.alloc(1)), sizeBytes: 2 }]))).rejects.toThrow(/1 bytes instead of 2/u);
    await expect(gather(writeZip([{ ...entry("long", Buffer.alloc(3)), sizeBytes: 2 }]))).rejects.toThrow(/longer/u);
  });

  it("closes the open file when the reader stops", async () => {
    const stream = new Readable({ read: () => stream.push(Buffer.alloc(1024)) });
    const zip = writeZip([{ name: "endless", modifiedAt: AT, sizeBytes: 1e9, open: async () => stream }]);
    await zip.next();
    await zip.next();
    await zip.return();
    expect(stream.destroyed).toBe(true);
  });
});

/** Builds a zip with arbitrary, also inconsistent, headers. */
function forged(
  files: { name: string; data: Buffer; method?: number; flags?: number; size?: number; mode?: number; checksum?: number }[],
): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, data, method = 0, flags = 0x800, size = data.length, mode = 0o100644, checksum } of files) {
    const bytes = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(bytes.length, 26);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(flags, 8);
    record.writeUInt16LE(method, 10);
    record.writeUInt32LE(checksum ?? crc32(data), 16);
    record.writeUInt32LE(data.length, 20);
    record.writeUInt32LE(size, 24);
    record.writeUInt16LE(bytes.length, 28);
    record.writeUInt32LE((mode << 16) >>> 0, 38);
    record.writeUInt32LE(offset, 42);
    parts.push(local, bytes, data);
    central.push(record, bytes);
    offset += 30 + bytes.length + data.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

describe("reading an uploaded zip", () => {
  it("reports names outside of the archive, links and encrypted files, and reads the other entries", async () => {
    const data = Buffer.from("x");
    const members = await membersOf(
      forged([
        { name: "../../etc/passwd", data },
        { name: "/etc/passwd", data },
        { name: "C:\\windows\\x", data },
        { name: "a\\..\\..\\b", data },
        { name: "link", data, mode: 0o120777 },
        { name: "secret", data: Buffer.alloc(13), flags: 0x801, size: 1 },
        { name: "odd", data, method: 99 },
        { name: "fine/x.png", data },
      ]),
    );
    expect(members.map(({ problem }) => problem?.split(" ").slice(0, 3).join(" ") ?? null)).toEqual([
      "Its name leads",
      "Its name leads",
      "Its name leads",
      "Its name leads",
      "It is a",
      "It is encrypted.",
      "It is packed",
      null,
    ]);
    expect(members.at(-1)).toMatchObject({ path: "fine/x.png", text: "x" });
  });

  it("never returns more bytes than declared, and detects damage", async () => {
    const bomb = deflateRawSync(Buffer.alloc(1024 * 1024));
    const open = async (zip: Buffer) => {
      for await (const member of (await openZip(sourceOf(zip))).members()) return gather(await member.open());
      return null;
    };
    await expect(open(forged([{ name: "bomb", data: bomb, method: 8, size: 1000 }]))).rejects.toThrow(/too many bytes|longer/u);
    await expect(open(forged([{ name: "bad", data: Buffer.from("abc"), checksum: 1 }]))).rejects.toThrow(/damaged/u);
    await expect(open(Buffer.from("this is no zip at all, but long enough to look"))).rejects.toThrow();
  });
});

describe("an uploaded zip is checked before its files are read", () => {
  const LIMITS = { entries: 10, unpackedBytes: 1_000 };
  const check = (zip: Buffer, limits = LIMITS) => assertSafeZip(sourceOf(zip), limits);
  const data = Buffer.from("abcdefgh");
  /** Lists the local file of the first entry for every entry. */
  function sharing(count: number): Buffer {
    const zip = forged(Array.from({ length: count }, (_, at) => ({ name: `${at}.png`, data })));
    let record = zip.readUInt32LE(zip.length - 6);
    for (let at = 0; at < count; at += 1) {
      zip.writeUInt32LE(0, record + 42);
      record += 46 + zip.readUInt16LE(record + 28);
    }
    return zip;
  }

  it("accepts ordinary zips, also with empty files, folders and data descriptors", async () => {
    const zips = [
      forged([
        { name: "a.png", data },
        { name: "folder/", data: Buffer.alloc(0) },
        { name: "b.png", data },
      ]),
      await gather(writeZip([entry("a.png", data), entry("empty", Buffer.alloc(0)), entry("b.png", data)])),
      Buffer.from(zipSync({ "a.png": data, "b/c.png": data })),
    ];
    for (const zip of zips) await expect(check(zip)).resolves.toBeUndefined();
  });

  it("refuses entries that share a local file", async () => {
    await expect(check(sharing(2))).rejects.toMatchObject({ reason: "overlap" });
  });

  it("refuses an entry whose data contains another entry", async () => {
    const zip = forged([
      { name: "outer", data },
      { name: "inner", data },
    ]);
    const record = zip.readUInt32LE(zip.length - 6);
    zip.writeUInt32LE(data.length + 40, record + 20);
    zip.writeUInt32LE(data.length + 40, record + 24);
    await expect(check(zip)).rejects.toMatchObject({ reason: "overlap" });
  });

  it("refuses too many entries and too much unpacked content", async () => {
    await expect(check(forged(Array.from({ length: 11 }, (_, at) => ({ name: `${at}`, data }))))).rejects.toMatchObject({
      reason: "entries",
    });
    const large = { name: "a", data: deflateRawSync(Buffer.alloc(600)), method: 8, size: 600 };
    await check(forged([large]));
    await expect(check(forged([large, { ...large, name: "b" }]))).rejects.toMatchObject({ reason: "unpacked" });
  });
});

describe("names", () => {
  it("are preserved when they are harmless, and sanitized otherwise", () => {
    const clean = (name: string): string => cleanName(name, "file");
    expect(clean("Grüße 日本 😀.png")).toBe("Grüße 日本 😀.png");
    expect(clean("../../etc/passwd")).toBe(".._.._etc_passwd");
    expect(clean("a\\b:c*?.png")).toBe("a_b_c_.png");
    expect(clean("gpj.\u202Eexe.png")).toBe("gpj._exe.png");
    expect(clean("a\u0000b\r\nc.png")).toBe("a_b_c.png");
    expect(clean("CON.png")).toBe("_CON.png");
    expect(clean("lpt1")).toBe("_lpt1");
    for (const bad of ["", ".", "..", "...", "   ", "/", "\u202e"]) expect(clean(bad)).toBe("file");
    expect(clean("name. . ")).toBe("name");
    const long = clean(`${"漢".repeat(300)}.png`);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200);
    expect(long).toMatch(/^漢+\.png$/u);
    expect(withEnding("shot.final.png", "pdf")).toBe("shot.final.pdf");
    expect(withEnding("shot", "pdf")).toBe("shot.pdf");
  });

  it("are numbered when they are already used, in any letter case", () => {
    const names = createNames();
    expect(["a.png", "a.png", "A.PNG", "a (2).png", "a.png"].map((name) => names.take("", name))).toEqual([
      "a.png",
      "a (2).png",
      "A (3).PNG",
      "a (2) (2).png",
      "a (4).png",
    ]);
    expect(names.take("f/", "a.png")).toBe("f/a.png");
  });
});
