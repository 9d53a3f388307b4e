import { createCard, listBoardLists, listCardBoards } from "@stillreel/contract";
import { expectError } from "@stillreel/testing";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "../../people/connections/connections.fixture.ts";
import { setSendStage } from "./sends.fixture.ts";

const stage = setSendStage();
let image: { id: string };
let boardId: string;
let listId: string;
beforeAll(async () => {
  image = await stage.t.image(stage.mira, { title: "Ferry map" });
  await stage.t.runJobs();
  const [board] = stage.vendors.trello.boards;
  boardId = board?.id ?? "";
  listId = board?.lists[1]?.id ?? "";
});
beforeEach(() => connect(stage.t, stage.mira, "trello"));

const create = (body: object = {}) =>
  stage.t.call(createCard, { body: { itemId: image.id, boardId, listId, title: "Ferry map", ...body } }, stage.mira);

test("boards and their lists are listed, and a card has the link and the image", async () => {
  expect((await stage.t.call(listCardBoards, {}, stage.mira)).data()).toEqual([{ id: boardId, name: "Roadmap" }]);
  const lists = (await stage.t.call(listBoardLists, { query: { boardId } }, stage.mira)).data();
  expect(lists.map(({ name }) => name)).toEqual(["To do", "Done"]);
  const { url, isAttached } = (await create({ description: "See the **harbour**" })).data();
  expect(isAttached).toBe(true);
  const card = [...stage.vendors.trello.cards.values()].at(-1);
  expect(url).toContain(card?.id.slice(0, 8));
  expect(card).toMatchObject({ name: "Ferry map", idList: listId });
  expect(card?.desc).toMatch(/^See the \*\*harbour\*\*\n\nImage: http:\/\/localhost:8700\/s\/[\w-]+$/u);
  expect(card?.attachments).toMatchObject([
    { isUpload: false, url: expect.stringContaining("/s/") },
    { isUpload: true, name: "shot.png" },
  ]);
});

test("a deleted board or list is named, and nothing is created", async () => {
  const before = stage.vendors.trello.cards.size;
  expectError(await stage.t.call(listBoardLists, { query: { boardId: "0123456789abcdef01234567" } }, stage.mira), "not-found");
  const gone = await create({ listId: "0123456789abcdef01234567" });
  expectError(gone, "not-found");
  expect(gone.json().message).toBe("This list no longer exists at Trello. Please select all options.");
  expect((await create({ listId: undefined })).json().message).toBe("Please select all options.");
  expect(stage.vendors.trello.cards.size).toBe(before);
});

test("an account without boards reads so", async () => {
  stage.vendors.trello.deleteBoard(boardId);
  expect((await stage.t.call(listCardBoards, {}, stage.mira)).data()).toEqual([]);
  const refused = await create({ boardId: undefined, listId: undefined });
  expectError(refused, "validation-failed");
  expect(refused.json().message).toBe("No card-board boards found.");
});
