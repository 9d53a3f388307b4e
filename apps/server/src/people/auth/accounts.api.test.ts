import {
  createFolder,
  deleteUser,
  getPreferences,
  getUserData,
  getWorkspace,
  listOutbox,
  login,
  register,
  sendWelcomeEmail,
  updateEmail,
  updatePassword,
  updatePreferences,
  updateUserData,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let test: TestApp;
let admin: TestUser;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.user();
});
afterAll(() => test.close());

const MINUTE_MS = 60_000;
const NEW_PASSWORD = "another horse 8";
const isAlive = async (user: Pick<TestUser, "headers">): Promise<boolean> =>
  (await test.call(getUserData, {}, user as TestUser)).statusCode === 200;
const signInAgain = async (user: TestUser, password = user.password): Promise<TestUser> => {
  const { idToken, refreshToken } = (await test.call(login, { body: { email: user.email, password } })).data();
  return { ...user, idToken, refreshToken, headers: { idtoken: idToken, refreshtoken: refreshToken } };
};
const mailsTo = async (address: string) =>
  (await test.call(listOutbox, { query: { limit: 200 } }, admin)).data().items.filter((mail) => mail.to === address);

describe("user data", () => {
  it("returns the signed-in user, and changes the name", async () => {
    const user = await test.user({ username: "Ann" });
    const data = (await test.call(getUserData, {}, user)).data();
    expect(data).toMatchObject({
      email: user.email,
      emailVerified: false,
      provider: "password",
      photoURL: null,
      displayName: "Ann",
      role: "user",
      isSlackIntegrate: false,
      dropbox: null,
      favoriteFolders: { images: [], videos: [], workspaces: {} },
    });
    expect(Object.keys(data).join()).not.toMatch(/password|hash/iu);
    expect((await test.call(updateUserData, { body: { displayName: "  Ann-Marie " } }, user)).data().displayName).toBe("Ann-Marie");
    expect((await test.call(updateUserData, { body: {} }, user)).data().displayName).toBe("Ann-Marie");
  });

  it("S3: ignores fields that users may not set", async () => {
    const user = await test.user();
    const evil = {
      role: "admin",
      id: "x",
      email: "x@example.test",
      emailVerified: true,
      isAdmin: true,
      provider: "google",
      passwordHash: "x",
      ["__proto__"]: { role: "admin" },
    };
    const before = (await test.call(getUserData, {}, user)).data();
    expectData(await test.call(updateUserData, { body: evil as never }, user));
    expect((await test.call(getUserData, {}, user)).data()).toEqual(before);
  });

  it.each([
    "javascript:alert(1)",
    "https://evil.example/a.png",
    "/api/v1/avatars/../user-data",
    "/api/v1/avatars/00000000-0000-7000-8000-000000000000",
    "http://localhost:8700.evil.example/api/v1/avatars/x",
  ])("refuses other picture URLs: %s", async (photoURL) => {
    const user = await test.user();
    const issues = expectError(await test.call(updateUserData, { body: { photoURL } }, user), "validation-failed");
    expect(issues[0]?.field).toBe("photoURL");
  });
});

describe("avatar", () => {
  const upload = (user: TestUser, bytes: Uint8Array, fileName = "me.png") => {
    const form = multipart({}, { fileName, type: "image/png", bytes });
    return test.app.inject({
      method: "POST",
      url: "/api/v1/auth/upload-avatar",
      headers: { ...user.headers, ...form.headers },
      payload: form.payload,
    });
  };

  it("is resized to a small square, and is deleted when replaced or removed", async () => {
    const user = await test.user();
    const jpeg = await sharp({ create: { width: 900, height: 500, channels: 3, background: "teal" } })
      .withExif({ IFD0: { Copyright: "secret-canary" } })
      .jpeg()
      .toBuffer();
    const { photoURL } = expectData<{ photoURL: string }>(await upload(user, jpeg, "anything.gif"));
    expect(photoURL).toMatch(/^\/api\/v1\/avatars\/[0-9a-f-]{36}$/u);
    const served = await test.app.inject({ url: photoURL });
    expect(served.headers).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=86400, immutable",
    });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: "webp", width: 256, height: 256 });
    expect(served.rawPayload.includes("secret-canary")).toBe(false);
    expect((await test.call(getUserData, {}, user)).data().photoURL).toBe(photoURL);
    expectData(await test.call(updateUserData, { body: { photoURL, displayName: "Same picture" } }, user));

    const second = expectData<{ photoURL: string }>(await upload(user, png())).photoURL;
    expect((await test.app.inject({ url: photoURL })).statusCode).toBe(404);
    expect((await test.call(updateUserData, { body: { photoURL: "" } }, user)).data().photoURL).toBeNull();
    expect((await test.app.inject({ url: second })).statusCode).toBe(404);
    await test.runJobs();
    expect((await test.ports.pool.query("select 1 from blobs")).rowCount).toBe(0);
  });

  it("refuses unsupported, too large and damaged files, and stores nothing", async () => {
    const user = await test.user();
    const whole = await sharp({
      create: { width: 600, height: 600, channels: 3, background: "red", noise: { type: "gaussian", mean: 128, sigma: 40 } },
    })
      .png()
      .toBuffer();
    expectError(await upload(user, Buffer.from("<html><script>alert(1)</script>")), "unsupported-file-type");
    expectError(await upload(user, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")), "unsupported-file-type");
    expectError(await upload(user, Buffer.alloc(0)), "unsupported-file-type");
    expectError(await upload(user, Buffer.concat([whole, Buffer.alloc(5 * 1024 * 1024)])), "file-too-large");
    expectError(await upload(user, whole.subarray(0, whole.length / 2)), "unreadable-file");
    const form = multipart({ title: "no file" });
    expectError(
      await test.app.inject({
        method: "POST",
        url: "/api/v1/auth/upload-avatar",
        headers: { ...user.headers, ...form.headers },
        payload: form.payload,
      }),
      "validation-failed",
    );
    expect((await test.call(getUserData, {}, user)).data().photoURL).toBeNull();
    expect((await test.ports.pool.query("select 1 from blobs")).rowCount).toBe(0);
  });

  it("is the only kind of blob at avatar URLs", async () => {
    const user = await test.user();
    await test.image(user);
    const { rows } = await test.ports.pool.query("select id from blobs");
    for (const { id } of rows) expectError(await test.app.inject({ url: `/api/v1/avatars/${String(id)}` }), "not-found");
    expectError(await test.app.inject({ url: "/api/v1/avatars/nonsense" }), "not-found");
  });
});

describe("e-mail address", () => {
  it("changes in a fresh session: the old address is notified, other sessions end", async () => {
    const user = await test.user();
    const elsewhere = await signInAgain(user);
    const changed = (await test.call(updateEmail, { body: { email: `new-${user.email}` } }, user)).data();
    expect(changed).toMatchObject({ email: `new-${user.email}`, emailVerified: false });
    const [mail] = await mailsTo(user.email);
    expect(mail?.text).toContain(`new-${user.email}`);
    expect((await mailsTo(`new-${user.email}`)).map(({ subject }) => subject)).toEqual(["Your Stillreel e-mail address was changed"]);
    expect([await isAlive(user), await isAlive(elsewhere)]).toEqual([true, false]);
    expectError(await test.call(login, { body: { email: user.email, password: user.password } }), "wrong-password");
    expectData(await test.call(login, { body: { email: `new-${user.email}`, password: user.password } }));
  });

  it("needs the password in an older session", async () => {
    const user = await test.user();
    test.clock.advance(11 * MINUTE_MS);
    const email = `later-${user.email}`;
    const without = await test.call(updateEmail, { body: { email } }, user);
    expectError(without, "reauthentication-required");
    expect(without.json().message).toBe("Could not re-authenticate");
    expectError(await test.call(updateEmail, { body: { email, password: "wrong horse 7" } }, user), "reauthentication-required");
    expect((await test.call(updateEmail, { body: { email, password: user.password } }, user)).data().email).toBe(email);
    // The password made the session fresh again, so sensitive changes are allowed.
    expect((await test.call(updateEmail, { body: { email: user.email } }, user)).data().email).toBe(user.email);
  });

  it("refuses a used or invalid address, and sends no mail for an unchanged address", async () => {
    const user = await test.user();
    expectError(await test.call(updateEmail, { body: { email: admin.email.toUpperCase() } }, user), "email-already-in-use");
    expectError(await test.call(updateEmail, { body: { email: "nobody" } }, user), "validation-failed");
    expect((await test.call(updateEmail, { body: { email: user.email } }, user)).data().email).toBe(user.email);
    expect(await mailsTo(user.email)).toHaveLength(0);
  });
});

describe("password", () => {
  const change = (user: TestUser, body: Partial<{ email: string; oldPassword: string; password: string }> = {}) =>
    test.call(updatePassword, { body: { email: user.email, oldPassword: user.password, password: NEW_PASSWORD, ...body } }, user);

  it("S8: changes, ends all other sessions immediately, and sends a mail", async () => {
    const user = await test.user();
    const elsewhere = await signInAgain(user);
    expectData(await change(user));
    expect([await isAlive(user), await isAlive(elsewhere)]).toEqual([true, false]);
    expectError(await test.call(login, { body: { email: user.email, password: user.password } }), "wrong-password");
    expect(await isAlive(await signInAgain(user, NEW_PASSWORD))).toBe(true);
    expect((await mailsTo(user.email)).map((mail) => mail.subject)).toEqual(["Your Stillreel password was changed"]);
  });

  it("refuses a wrong old password, another user's address and a weak new password", async () => {
    const user = await test.user();
    expectError(await change(user, { oldPassword: "wrong horse 7" }), "wrong-password");
    expectError(await change(user, { email: admin.email }), "different-account");
    expectError(await change(user, { password: "short1" }), "validation-failed");
    expectError(await change(user, { password: "nodigitshere" }), "validation-failed");
    expectError(await change(user, { password: "password123" }), "validation-failed");
    expect(await isAlive(await signInAgain(user))).toBe(true);
  });
});

describe("deleting the account", () => {
  const remove = (user: TestUser, body: Partial<{ email: string; password: string; phrase: string }> = {}) =>
    test.call(deleteUser, { body: { email: user.email, password: user.password, phrase: "delete my account", ...body } }, user);

  it("needs the phrase, the password and the user's own address", async () => {
    const user = await test.user();
    expect(expectError(await remove(user, { phrase: "delete" }), "validation-failed").map((issue) => issue.field)).toEqual(["phrase"]);
    expectError(await remove(user, { password: "wrong horse 7" }), "wrong-password");
    const without = await test.call(deleteUser, { body: { email: user.email, phrase: "delete my account" } }, user);
    expect(expectError(without, "validation-failed").map((issue) => issue.field)).toEqual(["password"]);
    const other = await remove(user, { email: admin.email });
    expectError(other, "different-account");
    expect(other.json().message).toBe("You cannot delete a different account.");
    expect(await isAlive(user)).toBe(true);
  });

  it("ends every session immediately, and deletes its pictures with their bytes", async () => {
    await using own = await createTestApp();
    await own.user();
    const user = await own.user();
    const blobsBefore = (await own.ports.pool.query("select 1 from blobs")).rowCount;
    for (let n = 0; n < 3; n += 1) await own.image(user);
    await own.runJobs();
    const answer = await own.call(deleteUser, { body: { email: user.email, password: user.password, phrase: "delete my account" } }, user);
    expectData(answer);
    expect([answer.headers["set-cookie"] ?? []].flat()).toHaveLength(2);
    expectError(await own.call(getUserData, {}, user), "unauthenticated");
    const report = await own.runJobs();
    expect(report.failed).toEqual([]);
    for (const table of ["items", "sessions", "tokens"])
      expect([table, (await own.ports.pool.query(`select 1 from ${table} where true`)).rowCount]).toEqual([
        table,
        table === "sessions" ? 1 : 0,
      ]);
    expect((await own.ports.pool.query("select 1 from blobs")).rowCount).toBe(blobsBefore);
    expect((await own.ports.pool.query("select 1 from workspaces")).rowCount).toBe(1);
    const left: string[] = [];
    for await (const object of own.ports.storage.list()) left.push(object.key);
    expect(left).toEqual([]);
    expectData(await own.call(register, { body: { email: user.email, password: user.password, username: "Again" } }), 201);
  });

  it("transfers a workspace without another owner to an admin before a longer-serving member", async () => {
    const [owner, member, late] = [await test.user(), await test.user(), await test.user()];
    const idOf = async (user: TestUser): Promise<string> => (await test.call(getUserData, {}, user)).data().id;
    const workspaceId = test.ports.ids.id();
    await test.ports.pool.query("insert into workspaces (id, kind, name) values ($1, 'team', 'Crew')", [workspaceId]);
    const add = async (user: TestUser, role: string, joined: string): Promise<void> => {
      await test.ports.pool.query("insert into members (workspace_id, user_id, role, joined_at) values ($1, $2, $3, $4)", [
        workspaceId,
        await idOf(user),
        role,
        joined,
      ]);
    };
    await add(owner, "owner", "2024-01-01");
    await add(member, "member", "2024-01-02");
    await add(late, "admin", "2024-01-03");
    expectData(await remove(owner));
    const { workspace } = (await test.call(getWorkspace, { params: { workspaceId } }, late)).data();
    expect(workspace.members.map(({ role }) => role)).toEqual(["member", "owner"]);
  });
});

describe("preferences", () => {
  it("have defaults, change individually, and refuse invalid values", async () => {
    const user = await test.user();
    const defaults = {
      downloadFormat: "png",
      driveShareableLinks: false,
      askWhereToSave: false,
      defaultSubfolder: "",
      stampDateAndUrl: false,
      afterCapture: "editor",
      fileNamePattern: "{title}",
      captureFolderId: null,
      defaultWorkspaceId: null,
      keepCaptureFacts: true,
      fullPageLimit: 30_000,
      copyUploadLink: true,
      signInAlerts: true,
      language: null,
      theme: "system",
      dataNotices: [],
    };
    expect((await test.call(getPreferences, {}, user)).data()).toEqual(defaults);
    expect((await test.call(updatePreferences, { body: { downloadFormat: "pdf" } }, user)).data()).toEqual({
      ...defaults,
      downloadFormat: "pdf",
    });
    await Promise.all([
      test.call(updatePreferences, { body: { language: "ar" } }, user),
      test.call(updatePreferences, { body: { theme: "dark" } }, user),
    ]);
    expect((await test.call(getPreferences, {}, user)).data()).toEqual({
      ...defaults,
      downloadFormat: "pdf",
      language: "ar",
      theme: "dark",
    });
    for (const body of [{ downloadFormat: "gif" }, { defaultSubfolder: "../x" }, { theme: 1 }, { language: "<script>" }])
      expectError(await test.call(updatePreferences, { body: body as never }, user), "validation-failed");
    expect((await test.call(getUserData, {}, user)).data().preferences.language).toBe("ar");
  });

  it("accept only valid file name patterns and capture settings", async () => {
    const user = await test.user();
    const set = (body: object) => test.call(updatePreferences, { body }, user);
    for (const fileNamePattern of ["{title}", "{host} {date} {time}", "Shot", "日本 {date}", ".{title}"])
      expect((await set({ fileNamePattern })).data().fileNamePattern).toBe(fileNamePattern);
    for (const fileNamePattern of ["", "  ", "..", "{name}", "{", "}{", "{title", "{{title}}", "a/b", "..\\x", "a\u202eb", "x".repeat(121)])
      expect(expectError(await set({ fileNamePattern }), "validation-failed")[0]?.field, fileNamePattern).toBe("fileNamePattern");
    for (const fullPageLimit of [999, 60_001, 1.5, null, "30000"]) expectError(await set({ fullPageLimit }), "validation-failed");
    for (const [name, value] of Object.entries({
      fullPageLimit: 60_000,
      afterCapture: "link",
      keepCaptureFacts: false,
      copyUploadLink: false,
    }))
      expect((await set({ [name]: value })).data()).toMatchObject({ [name]: value });
  });

  it("accept only an own image folder for captures, and reset it after its deletion", async () => {
    const [user, other] = [await test.user(), await test.user()];
    const folder = async (by: TestUser, kind: "image" | "video") =>
      (
        await test.call(
          createFolder,
          { params: { workspaceId: "personal" }, body: { name: `F ${kind}`, parentId: null, kind, color: "#2F7D5B" } },
          by,
        )
      ).data().id;
    const set = (captureFolderId: unknown) => test.call(updatePreferences, { body: { captureFolderId } as never }, user);
    const [own, foreign, films] = [await folder(user, "image"), await folder(other, "image"), await folder(user, "video")];
    expect((await set(own)).data().captureFolderId).toBe(own);
    for (const id of [foreign, films, test.ports.ids.id(), "nonsense", "", "root", 7])
      expect(expectError(await set(id), "validation-failed")[0]?.field, String(id)).toBe("captureFolderId");
    expect((await test.call(getUserData, {}, user)).data().preferences.captureFolderId).toBe(own);
    await test.ports.pool.query("delete from folders where id = $1", [own]);
    expect((await test.call(getPreferences, {}, user)).data().captureFolderId).toBeNull();
    expect((await test.call(getUserData, {}, user)).data().preferences.captureFolderId).toBeNull();
    expect((await test.call(updatePreferences, { body: { theme: "dark" } }, user)).data().captureFolderId).toBeNull();
    expect((await set(null)).data().captureFolderId).toBeNull();
  });
});

describe("welcome mail", () => {
  it("is sent once, to the user's own address", async () => {
    const user = await test.user();
    expectError(await test.call(sendWelcomeEmail, { body: { email: admin.email } }, user), "different-account");
    expectError(await test.call(sendWelcomeEmail, { body: { email: user.email } }), "unauthenticated");
    await Promise.all([1, 2, 3].map(() => test.call(sendWelcomeEmail, { body: { email: user.email } }, user)));
    expect((await mailsTo(user.email)).map((mail) => [mail.subject, mail.status])).toEqual([["Welcome to Stillreel", "kept"]]);
  });
});
