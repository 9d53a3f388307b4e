import { randomBytes } from "node:crypto";
import { createTeam, deleteTeam, LOGO_MAX_BYTES, listWorkspaces, updateTeam, updateWorkspaceProfile } from "@stillreel/contract";
import { createCrew, createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let test: TestApp;
let owner: TestUser;
let member: TestUser;
let stranger: TestUser;
let workspaceId: string;
let teamId: string;

beforeAll(async () => {
  test = await createTestApp();
  [owner, member, stranger] = [await test.user(), await test.user(), await test.user()];
});
beforeEach(async () => {
  workspaceId = await createCrew(test, owner, [[member, "member"]]);
  teamId = (await test.call(createTeam, { params: { workspaceId }, body: { name: "Team" } }, owner)).data().id;
});
afterAll(() => test.close());

/** The three kinds of pictures, as path suffixes. */
const LOGO_KINDS = ["avatar", "thumbnail", "icon"] as const;
type LogoKind = (typeof LOGO_KINDS)[number];
const urlOf = (logo: LogoKind): string => `/api/v1/workspace/${workspaceId}/${logo === "icon" ? `teams/${teamId}/icon` : logo}`;

async function upload(logo: LogoKind, bytes: Uint8Array, user: TestUser | null = owner, fileName = "logo.png") {
  const form = multipart({}, { fileName, type: "image/png", bytes });
  return test.app.inject({ method: "POST", url: urlOf(logo), headers: { ...user?.headers, ...form.headers }, payload: form.payload });
}
const shown = async (logo: LogoKind, bytes: Uint8Array): Promise<string> =>
  expectData<Record<LogoKind, string>>(await upload(logo, bytes), 200)[logo];
const takeAway = (logo: LogoKind) =>
  logo === "icon"
    ? test.call(updateTeam, { params: { workspaceId, teamId }, body: { icon: null } }, owner)
    : test.call(updateWorkspaceProfile, { params: { workspaceId }, body: { [logo]: null } }, owner);
const blobs = async (): Promise<number> => (await test.ports.pool.query("select 1 from blobs")).rowCount ?? 0;

/** Returns a PNG of exactly this size, filled up by an ancillary chunk. */
function pngOf(sizeBytes: number): Buffer {
  const small = Buffer.from(png(40, 20));
  const end = small.length - 12;
  const filler = Buffer.concat([Buffer.from("teXt"), randomBytes(sizeBytes - small.length - 12)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(filler.length - 4);
  return Buffer.concat([small.subarray(0, end), length, filler, crcOf(filler), small.subarray(end)]);
}

function crcOf(bytes: Buffer): Buffer {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xed_b8_83_20 & -(crc & 1));
  }
  const out = Buffer.alloc(4);
  out.writeInt32BE(~crc);
  return out;
}

describe.each(LOGO_KINDS)("a workspace's %s", (logo) => {
  it("is resized, without its metadata, and is served with its type while it is shown", async () => {
    const jpeg = await sharp({ create: { width: 900, height: 300, channels: 3, background: "teal" } })
      .withExif({ IFD0: { Copyright: "secret-canary" } })
      .jpeg()
      .toBuffer();
    const url = await shown(logo, jpeg);
    const served = await test.app.inject({ url });
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=86400, immutable",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    const size = logo === "thumbnail" ? { width: 900, height: 300 } : { width: 256, height: 256 };
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: "webp", ...size });
    expect(served.rawPayload.includes("secret-canary")).toBe(false);

    const second = await shown(logo, png(50, 50));
    expectError(await test.app.inject({ url }), "not-found");
    expect((await test.app.inject({ url: second })).statusCode).toBe(200);
    expectData(await takeAway(logo));
    expectData(await takeAway(logo));
    expectError(await test.app.inject({ url: second }), "not-found");
    await test.runJobs();
    expect(await blobs()).toBe(0);
  });

  it("S16: has a maximum size of 30,720 bytes", async () => {
    expect(LOGO_MAX_BYTES).toBe(30_720);
    const url = await shown(logo, pngOf(LOGO_MAX_BYTES));
    for (const bytes of [pngOf(LOGO_MAX_BYTES + 1), pngOf(1024 * 1024)]) {
      const answer = await upload(logo, bytes);
      expectError(answer, "file-too-large");
      expect(answer.json().message).toBe("The file exceeds the maximum size of 30 KB.");
    }
    expect((await test.app.inject({ url })).statusCode).toBe(200);
    expectData(await takeAway(logo));
    await test.runJobs();
    expect(await blobs()).toBe(0);
  });

  it("is accepted as PNG or JPEG by its content", async () => {
    const picture = sharp({ create: { width: 60, height: 60, channels: 3, background: "red" } });
    expect(await shown(logo, await picture.clone().jpeg().toBuffer())).toMatch(/\/logos\/[0-9a-f-]{36}$/u);
    expectData(await takeAway(logo));
    const refused: [Uint8Array, "unsupported-file-type" | "unreadable-file"][] = [
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"), "unsupported-file-type"],
      [Buffer.from("<html><script>alert(1)</script>"), "unsupported-file-type"],
      [await picture.clone().webp().toBuffer(), "unsupported-file-type"],
      [await picture.clone().gif().toBuffer(), "unsupported-file-type"],
      [Buffer.alloc(0), "unsupported-file-type"],
      [Buffer.from(png(60, 60)).subarray(0, 60), "unreadable-file"],
    ];
    for (const [bytes, code] of refused) {
      const answer = await upload(logo, bytes);
      expectError(answer, code);
      if (code === "unsupported-file-type") expect(answer.json().message).toBe("This file type is not supported.");
    }
    const empty = multipart({ title: "no file" });
    const headers = { ...owner.headers, ...empty.headers };
    expectError(await test.app.inject({ method: "POST", url: urlOf(logo), headers, payload: empty.payload }), "validation-failed");
    expectError(await test.app.inject({ method: "POST", url: urlOf(logo), headers: owner.headers, payload: {} }), "unsupported-media-type");
    await test.runJobs();
    expect(await blobs()).toBe(0);
  });

  it("is refused without permission, and then stores no bytes", async () => {
    expectError(await upload(logo, png(), member), "forbidden");
    expectError(await upload(logo, png(), stranger), "not-found");
    expectError(await upload(logo, png(), null), "unauthenticated");
    expect(await blobs()).toBe(0);
  });

  it("is the last of many concurrent uploads, and the bytes of the others are deleted", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(logo, png(30, 30))));
    for (const answer of answers) expectData(answer);
    await test.runJobs();
    expect(await blobs()).toBe(1);
    expectData(await takeAway(logo));
    await test.runJobs();
  });
});

describe("pictures of workspaces", () => {
  it("are shown in lists, and their URLs serve no other bytes", async () => {
    const avatar = await shown("avatar", png(30, 30));
    const [listed] = (await test.call(listWorkspaces, {}, member)).data().filter(({ id }) => id === workspaceId);
    expect(listed).toMatchObject({ avatar, thumbnail: null });
    const { id: itemId } = await test.image(owner);
    const { rows } = await test.ports.pool.query("select blob_id from items where id = $1", [itemId]);
    const foreign = test.ports.ids.id();
    for (const url of [
      `/api/v1/workspace/${workspaceId}/logos/${rows[0].blob_id}`,
      avatar.replace(workspaceId, foreign),
      `/api/v1/workspace/${workspaceId}/logos/x`,
      "/api/v1/workspace/x/logos/x",
    ])
      expectError(await test.app.inject({ url }), "not-found");
    expectData(await takeAway("avatar"));
  });

  it("are deleted with their team", async () => {
    const icon = await shown("icon", png(30, 30));
    expectData(await test.call(deleteTeam, { params: { workspaceId, teamId } }, owner));
    expectError(await test.app.inject({ url: icon }), "not-found");
    await test.runJobs();
    expect((await test.ports.pool.query("select 1 from blobs where id = $1", [icon.slice(-36)])).rowCount).toBe(0);
  });
});
