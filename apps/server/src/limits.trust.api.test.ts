import {
  createFolder,
  createTeam,
  createWorkspace,
  FOLDER_NAME_MAX,
  NAME_MAX,
  PASSWORD_MIN,
  register,
  updateUserData,
} from "@stillreel/contract";
import { type Answer, createTestApp, expectError, multipart, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

let test: TestApp;
let user: TestUser;
let workspaceId: string;

beforeAll(async () => {
  test = await createTestApp();
  user = await test.user();
  workspaceId = (await test.call(createWorkspace, { query: { name: "Crew" } }, user)).data().id;
});
afterAll(() => test.close());

/** Characters of one, two and many code points. All count as one. */
const CHARACTERS = ["a", "ü", "字", "👩‍👩‍👧‍👦"];
let accounts = 0;

/** Every name of the product with its maximum length (spec §5, §9). */
const NAMES: [what: string, max: number, write: (name: string) => Promise<Answer>][] = [
  ["the name of a folder", 35, (name) => test.call(createFolder, { params: { workspaceId }, body: { name } }, user)],
  ["the name of a workspace", 32, (name) => test.call(createWorkspace, { query: { name } }, user)],
  ["the name of a team", 32, (name) => test.call(createTeam, { params: { workspaceId }, body: { name } }, user)],
  ["the name of a user", 32, (displayName) => test.call(updateUserData, { body: { displayName } }, user)],
  [
    "the name at registration",
    32,
    (username) => test.call(register, { body: { email: `limit${(accounts += 1)}@example.test`, password: "correct horse 7", username } }),
  ],
];

it("S16: the limits of names are those of the requirements", () => {
  expect([FOLDER_NAME_MAX, NAME_MAX, PASSWORD_MIN]).toEqual([35, 32, 8]);
});

it.each(NAMES)("S16: %s has at most %i characters, however many bytes they have", async (_what, max, write) => {
  for (const character of CHARACTERS) {
    const fits = await write(character.repeat(max));
    expect(fits.statusCode, fits.body).toBeLessThan(300);
    const refused = await write(character.repeat(max + 1));
    expect(expectError(refused, "validation-failed")).toEqual([expect.objectContaining({ message: `At most ${max} characters.` })]);
  }
  // Empty, invisible, and shown in another order than it is written.
  for (const refused of ["", " ", "\u200B", "a\u202Egnp.exe"]) expectError(await write(refused), "validation-failed");
});

it("S16: a folder without a name is refused with the message of the requirements", async () => {
  const answer = await test.call(createFolder, { params: { workspaceId }, body: { name: "" } }, user);
  expect(expectError(answer, "validation-failed")).toEqual([expect.objectContaining({ message: "Please enter a folder name." })]);
});

it("S16: a password has at least 8 characters and a digit", async () => {
  const write = (password: string) =>
    test.call(register, { body: { email: `limit${(accounts += 1)}@example.test`, password, username: "Limit" } });
  expect((await write("quartz 7")).statusCode).toBe(201);
  for (const refused of ["quart 7", "quartz seven"]) expectError(await write(refused), "validation-failed");
});

it.each([
  ["image/svg+xml", "logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
  ["image/png", "logo.png", "<html></html>"],
  ["text/plain", "logo.txt", "text"],
])("S16: a logo that is %s (%s) is refused with the message of the requirements", async (type, fileName, content) => {
  const form = multipart({}, { fileName, type, bytes: Buffer.from(content) });
  const answer = await test.app.inject({
    method: "POST",
    url: `/api/v1/workspace/${workspaceId}/avatar`,
    headers: { ...user.headers, ...form.headers },
    payload: form.payload,
  });
  expectError(answer, "unsupported-file-type");
  expect(answer.json().message).toBe("This file type is not supported.");
});
